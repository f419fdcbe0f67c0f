#include "app/window/settings/model_check.h"

#include "core/formats/file.h"
#include "core/formats/json.h"
#include "core/model/gguf.h"
#include "core/model/model_config.h"

#include <QFileInfo>

namespace cairn
{
namespace
{

template <typename Config>
Result<void> checked(const Config& config)
{
    return config ? Result<void>() : config.error();
}

Result<void> checkFolder(const std::string& path)
{
    const auto json = readJsonFile(path);
    return json ? checked(configFromJson(*json, path)) : json.error();
}

}  // namespace

Result<void> checkModel(const QString& path)
{
    if (QFileInfo(path).isDir())
        return checkFolder((path + QStringLiteral("/config.json")).toStdString());
    const auto file = InputFile::open(path.toStdString());
    if (!file)
        return file.error();
    const auto head = readGguf(**file);
    return head ? checked(configFromGguf(*head)) : head.error();
}

}  // namespace cairn
