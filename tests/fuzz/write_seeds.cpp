// write_seeds FOLDER: one good file of each kind, in FOLDER/KIND/.
#include "tests/support/model_folder.h"

int main(int count, char** arguments)
{
    using namespace cairn::test;
    if (count != 2)
        return 2;
    const std::string folder = arguments[1];
    const TinyModel model;
    const std::pair<const char*, std::string> seeds[] = {
        {"gguf", ggufModel(model).build()},
        {"json", model.config(R"(,"text":"\ud83d\ude00 \u00e9","numbers":[1,-2.5e3,18446744073709551615,null,true])")},
        {"safetensors", safetensorsFile(model.tensors(), R"({"format":"pt"})")},
        {"torch_archive", torchFile(model.tensors())},
        {"torch_pickle", pickle::dictionary({{"w", pickle::tensor(pickle::storage("FloatStorage", "0", 6), 0, {2, 3}, {3, 1})}})},
    };
    for (const auto& [kind, bytes] : seeds) {
        std::filesystem::create_directories(folder + "/" + kind);
        writeContent(folder + "/" + kind + "/good", bytes);
    }
    return 0;
}
