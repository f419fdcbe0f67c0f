#include "core/engine/weights/loaded_model.h"

#include <algorithm>

namespace cairn
{

void LoadedModel::embed(TokenId id, float* out) const
{
    if (packedEmbedding)
        packedEmbedding->row(id, out);
    else if (halfEmbedding)
        halfEmbedding->decode(id, id + 1, out);
    else
        std::copy_n(embedding->view().row(id), config.hidden, out);
}

Products productsOf(const LoadedModel& model)
{
    return model.products;
}

MemoryShape memoryShapeOf(const LoadedModel& model, KvType type)
{
    MemoryShape shape;
    shape.layers = model.config.layers;
    shape.kvHeads = model.config.kvHeads;
    shape.headDim = model.config.headDim;
    shape.blockTokens = model.layout.blockTokens;
    shape.type = type;
    shape.key = model.layout.landmarks ? SelectionKey::Landmark : SelectionKey::Bounds;
    shape.landmarkType = type == KvType::F32 ? KvType::F32 : KvType::F16;
    return shape;
}

}  // namespace cairn
