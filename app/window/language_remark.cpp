#include "app/window/language_remark.h"

namespace cairn
{

namespace
{

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

QString LanguageRemark::of(const std::string& question, const std::vector<DocumentPtr>& documents, const QStringList& taught)
{
    if (documents != m_documents) {
        m_documents = documents;
        m_languages.clear();
        for (const DocumentPtr& document : documents) {
            if (!document->text.empty())   // removed or damaged
                m_languages.push_back(languageOfLong(document->text));
        }
    }
    std::vector<std::string> stated;
    for (const QString& code : taught)
        stated.push_back(code.toStdString());
    const auto gap = languageGap(question, m_languages, stated);
    if (!gap)
        return {};
    return tr("The question is in %1, the text in %2, and the model was not taught both: asked in the language of the text it answers "
              "better.")
        .arg(nameOf(gap->asked), nameOf(gap->written));
}

}  // namespace cairn
