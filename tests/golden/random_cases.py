#!/usr/bin/env python3
"""Records cases of random shape and settings with landmark_oracle.py, to replay them with `cairn-lab golden`.

    python3 random_cases.py FOLDER FIRST LAST [--many-blocks]

One case per seed FIRST .. LAST - 1, in FOLDER/rNNNN_*: head sizes from 2, blocks from one token, windows from one block, all modes,
memories of no, one or a few blocks, several turns, masked and pinned blocks, scaled positions.  With --many-blocks 560 to 1,300
short blocks, of which only the last steps are recorded.  A case in which 32-bit arithmetic could rightly choose otherwise (a score
or a logit too close to the next) is left out.  Needs PyTorch.
"""
import json
import random
import shutil
import sys
from pathlib import Path

import torch

from landmark_oracle import (BOUNDS, EXACT, GROUPED, LANDMARK, MAX_OVER_HEADS, MAX_OVER_TOKENS, NEG_INF,
                             PER_TOKEN_AND_GROUP, PER_TOKEN_AND_HEAD, block_length, recorded_tensors, run_case,
                             save_safetensors)

TOLERANCE = 2e-4
SCORE_GAP, LOGIT_GAP, MISS_GAP = 8e-5, 2e-3, 2e-5       # closer than that is not clear in 32 bits
KINDS = ("hidden", "logits", "blockscores", "gates", "miss")
LAST_STEPS = 4                                           # recorded of a case with many blocks
LINEAR = ("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj", "mlp.gate_proj", "mlp.up_proj",
          "mlp.down_proj")


class RandomCase:
    """The model and settings of one seed."""

    def __init__(self, seed, many_blocks):
        self.random, self.generator = random.Random(seed), torch.Generator().manual_seed(seed)
        self.many_blocks = many_blocks
        pick = self.random.choice
        self.kind = pick(["landmark", "landmark", "adapter", "adapter", "bounds"])
        self.head_dim = pick([2, 4, 8, 16, 20, 24, 32, 64, 80, 96, 128])
        self.kv_heads = pick([1, 1, 2, 2, 3, 4])
        self.heads = self.kv_heads * pick([1, 1, 2, 3, 4, 8])
        self.layers, self.vocabulary, self.inner = pick([1, 2, 2, 3]), pick([50, 61, 64, 96, 131]), pick([16, 24, 56, 97, 128])
        self.mem_freq = pick([1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 50, 63, 64, 100])
        if many_blocks:                                  # bounds of a second layer would depend on choices of the first
            self.mem_freq, self.layers = pick([1, 1, 2, 2, 3]), 1 if self.kind == "bounds" else 2
        self.key = BOUNDS if self.kind == "bounds" else LANDMARK
        self.block = block_length(self.mem_freq, self.key)
        self.attention = EXACT if self.kind == "bounds" else pick([GROUPED, GROUPED, EXACT])
        self.miss = self.kind == "landmark" and self.attention == GROUPED and pick([True, False, False])
        self.hidden = self.heads * self.head_dim

    def is_small(self):
        return self.hidden <= (96 if self.many_blocks else 512)

    def config(self):
        pick = self.random.choice
        scaling = {"rope_type": "linear", "type": "linear", "factor": pick([1.5, 2.0, 4.0])} if pick([0, 0, 0, 1]) else None
        config = {"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_act": "silu",
                  "hidden_size": self.hidden, "intermediate_size": self.inner, "num_hidden_layers": self.layers,
                  "num_attention_heads": self.heads, "num_key_value_heads": self.kv_heads, "head_dim": self.head_dim,
                  "attention_bias": False, "mlp_bias": False, "rms_norm_eps": pick([1e-6, 1e-5]),
                  "rope_theta": pick([10000.0, 100000.0, 500000.0, 1000000.0]), "rope_scaling": scaling,
                  "vocab_size": self.vocabulary, "max_position_embeddings": 2048, "tie_word_embeddings": pick([True, False, False]),
                  "bos_token_id": 1, "eos_token_id": self.vocabulary - 2, "pad_token_id": self.vocabulary - 2,
                  "torch_dtype": "float32"}
        if self.kind == "landmark":
            config.update(mem_id=self.vocabulary - 1, mem_freq=self.mem_freq, train_context_length=2048,
                          include_landmark_in_loss=pick([True, False]))
        return config

    def _normal(self, *shape, spread):
        return torch.randn(*shape, generator=self.generator) * spread

    def _sizes(self, name):
        kv = self.kv_heads * self.head_dim
        return {"self_attn.k_proj": (kv, self.hidden), "self_attn.v_proj": (kv, self.hidden), "mlp.gate_proj": (self.inner, self.hidden),
                "mlp.up_proj": (self.inner, self.hidden), "mlp.down_proj": (self.hidden, self.inner)}.get(name, (self.hidden,) * 2)

    def weights(self, tied):
        weights = {"model.embed_tokens.weight": self._normal(self.vocabulary, self.hidden, spread=0.3),
                   "model.norm.weight": 1 + self._normal(self.hidden, spread=0.1)}
        if not tied:
            weights["lm_head.weight"] = self._normal(self.vocabulary, self.hidden, spread=1.6 / self.hidden ** 0.5)
        if self.miss:
            weights["model.cmt_embedding.weight"] = self._normal(1, self.hidden, spread=0.3)
        for layer in range(self.layers):
            for name in ("input_layernorm", "post_attention_layernorm"):
                weights[f"model.layers.{layer}.{name}.weight"] = 1 + self._normal(self.hidden, spread=0.1)
            for name in LINEAR:
                outputs, inputs = self._sizes(name)
                weights[f"model.layers.{layer}.{name}.weight"] = self._normal(outputs, inputs, spread=1.6 / inputs ** 0.5)
        return weights

    def adapter(self, rank):
        extra = {"landmark_embedding": self._normal(self.hidden, spread=0.3)}
        for layer in range(self.layers):
            kv = self.kv_heads * self.head_dim
            extra[f"layers.{layer}.self_attn.k_proj.delta"] = self._normal(kv, self.hidden, spread=1 / self.hidden ** 0.5)
            for name in LINEAR:
                if name in ("self_attn.k_proj", "self_attn.v_proj"):
                    continue
                outputs, inputs = self._sizes(name)
                extra[f"layers.{layer}.{name}.lora_A"] = self._normal(rank, inputs, spread=1 / inputs ** 0.5)
                extra[f"layers.{layer}.{name}.lora_B"] = self._normal(outputs, rank, spread=0.5)
        return extra

    def settings(self):
        """case.json without its steps, and the prompts."""
        pick, F, B = self.random.choice, self.mem_freq, self.block
        blocks = pick([560, 700, 1100, 1300] if self.many_blocks else [4, 8, 12, 20, 30])
        total = blocks * B + self.random.randrange(B)
        if not self.many_blocks:
            total = min(900, total)
        window = B * pick([16, 31, 64, 100] if self.many_blocks else [1, 2, 3, 4, 5, 7] if F < 40 else [1, 2, 3])
        suppressed = ([self.vocabulary - 1] if self.kind == "landmark" else []) + [self.vocabulary - 2]
        ids = [token for token in range(self.vocabulary) if token not in suppressed]
        turns, prompts = [], {}
        for number in range(pick([1, 1, 2, 3])):
            name = f"turn{number}." if number else ""
            count = pick([1, 2, F, F + 1, 2 * F + 3]) if number else max(2, total * F // B)
            prompts[name + "prompt"] = torch.tensor([pick(ids) for _ in range(count)], dtype=torch.int32)
            turns.append({"prompt": name + "prompt", "generate": pick([0, 3, F + 2 if F < 20 else 4, 6]),
                          "generated": name + "generated", "prompt_tokens": count})
        limits = [None, None, 530, 600, 1050] if self.many_blocks else [None, None, None, None, 0, 1, 2, 3, 5, 8, 11]
        case = {"checks": "Random shape and settings.", "values_from": "landmark_oracle.py", "top_k": pick([1, 2, 2, 3, 4, 5, 8, 16]),
                "window": window, "window_follows_from_config": False,
                "selection": pick([PER_TOKEN_AND_HEAD, PER_TOKEN_AND_HEAD, MAX_OVER_TOKENS, MAX_OVER_HEADS, PER_TOKEN_AND_GROUP]),
                "attention": self.attention, "selection_key": self.key, "max_memory_blocks": pick(limits),
                "cmt_cutoff": pick([None, 0.05, 0.15, 0.3]) if self.miss else None, "suppressed_ids": suppressed, "turns": turns,
                "controls": self._controls(total // B + 2, total // window + 3), "tolerance": dict.fromkeys(KINDS, TOLERANCE),
                "tight_tolerance": dict.fromkeys(KINDS, TOLERANCE), "recorded_from_step": 0, "all_rows_recorded": True}
        if self.kind != "landmark":
            case["mem_freq"] = F
        return case, prompts

    def _controls(self, blocks, steps):
        controls = {}
        for _ in range(self.random.choice([0, 0, 1, 2])):
            ids = self.random.sample(range(blocks), blocks)
            many = not self.many_blocks and self.random.random() < 0.3
            masked = self.random.randrange(blocks if many else 3)
            pinned = self.random.randrange(4)
            controls[self.random.randrange(steps)] = (sorted(ids[:masked]), sorted(ids[masked:masked + pinned]))
        return [{"from_step": step, "masked_blocks": masked, "pinned_blocks": pinned}
                for step, (masked, pinned) in sorted(controls.items())]


def is_clear(result, row, case):
    """Whether a step's choices stand in 32 bits, too."""
    logits = result.logits[row].clone()
    logits[case["suppressed_ids"]] = NEG_INF
    best = logits.topk(2).values
    if best[0] - best[1] < LOGIT_GAP:
        return False
    places = min(case["top_k"], len(result.memory_blocks))
    for trace in filter(None, result.layers):
        if trace.miss is not None and case["cmt_cutoff"] is not None and ((trace.miss - case["cmt_cutoff"]).abs() < MISS_GAP).any():
            return False
        if trace.compared is None:
            continue
        gaps = (trace.compared - trace.compared.topk(places, -1).values[..., -1:]).abs()
        # Many blocks lie close; those about as far apart as the tolerance of a tie decide.
        low, high = (3e-6, 2.5e-5) if case["many_blocks"] else (1e-9, SCORE_GAP)
        if ((gaps > low) & (gaps < high)).any():
            return False
    return True


def record(seed, folder, many_blocks):
    """The folder of the case; None: left out."""
    model = RandomCase(seed, many_blocks)
    if not model.is_small():
        return None
    config = model.config()
    case, prompts = model.settings()
    name = f"r{seed:04d}_{model.kind}_{case['attention']}_{case['selection']}"
    directory = Path(folder) / name
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "config.json").write_text(json.dumps(config, indent=2) + "\n")
    save_safetensors(directory / "model.safetensors", model.weights(config["tie_word_embeddings"]), {"format": "pt"})
    if model.kind == "adapter":
        rank = model.random.choice([1, 2, 4, 7, 16])
        about = {"format": "cairn-landmark-adapter", "version": "1", "mem_freq": model.mem_freq, "rank": rank}
        save_safetensors(directory / "adapter.safetensors", model.adapter(rank), about)

    played, tensors, steps, position = dict(case, many_blocks=many_blocks), [], [], 0
    for number, kind, tokens, result, reader in run_case(directory, played, prompts):
        row = reader.predicting_row(tokens)
        if not is_clear(result, row, played):
            shutil.rmtree(directory)
            return None
        memory = len(result.memory_blocks)
        steps.append({"step": number, "kind": kind, "first_position": position, "tokens": len(tokens),
                      "open_before": position % model.block, "memory_blocks": memory, "retrieved": min(case["top_k"], memory),
                      "predicting_row": row, "recorded": True})
        position += len(tokens)
        tensors.append({key: value.float() if value.is_floating_point() else value.int()
                        for key, value in recorded_tensors(number, tokens, result).items()})
    expected = dict(prompts)
    for turn, generated in zip(case["turns"], played["_generated"]):
        if generated:
            expected[turn["generated"]] = torch.tensor(generated, dtype=torch.int32)
        else:
            del turn["generated"]
    if many_blocks:
        case["recorded_from_step"] = max(0, len(steps) - LAST_STEPS)
    for step, values in zip(steps, tensors):
        step["recorded"] = step["step"] >= case["recorded_from_step"]
        expected.update(values if step["recorded"] else {})
    save_safetensors(directory / "expected.safetensors", expected)
    (directory / "case.json").write_text(json.dumps({"name": name, **case, "steps": steps}, indent=1) + "\n")
    return directory


def main(arguments):
    many_blocks = "--many-blocks" in arguments
    places = [argument for argument in arguments if argument != "--many-blocks"]
    if len(places) != 3:
        print(__doc__)
        return 2
    torch.set_num_threads(1)
    for seed in range(int(places[1]), int(places[2])):
        directory = record(seed, places[0], many_blocks)
        print(f"{seed} {directory.name if directory else 'left out'}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
