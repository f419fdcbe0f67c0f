#include "app/window/session/language_remark.h"

#include "core/wording/words/language.h"

#include <QCoreApplication>

#include <string_view>

namespace cairn
{

namespace
{

struct LanguageRemark
{
    Q_DECLARE_TR_FUNCTIONS(cairn::LanguageRemark)
};

// In the language of the window.
QString nameOf(TextLanguage language)
{
    switch (language) {
    case TextLanguage::English: return LanguageRemark::tr("English");
    case TextLanguage::German: return LanguageRemark::tr("German");
    case TextLanguage::French: return LanguageRemark::tr("French");
    case TextLanguage::Spanish: return LanguageRemark::tr("Spanish");
    case TextLanguage::Italian: return LanguageRemark::tr("Italian");
    case TextLanguage::Portuguese: return LanguageRemark::tr("Portuguese");
    case TextLanguage::Dutch: return LanguageRemark::tr("Dutch");
    case TextLanguage::Other: break;
    }
    return LanguageRemark::tr("another language");
}

}  // namespace

QString languageRemark(const std::string& question, const std::vector<DocumentPtr>& documents, const QStringList& taught)
{
    std::vector<std::string_view> texts;
    for (const DocumentPtr& document : documents)
        texts.push_back(document->text);
    std::vector<std::string> stated;
    for (const QString& code : taught)
        stated.push_back(code.toStdString());
    const auto gap = languageGap(question, texts, stated);
    if (!gap)
        return {};
    return LanguageRemark::tr("The question is in %1, the text in %2, and the model was not taught both: asked in the language of the text "
                              "it answers better.")
        .arg(nameOf(gap->asked), nameOf(gap->written));
}

}  // namespace cairn
