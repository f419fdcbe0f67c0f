// What a model of one file is called. Pure function.
#pragma once

#include <string>

namespace cairn
{

// The name that the file states (`stated`, general.name), unless the file's own name tells the same model more exactly: published files
// often state what the training run was called. Then that name without its ending and quantisation ("SmolLM2-135M-Instruct" of
// "SmolLM2-135M-Instruct.Q4_1.gguf"); so too where none is stated.
std::string modelNameOf(const std::string& path, const std::string& stated);

} // namespace cairn
