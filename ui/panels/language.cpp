#include "ui/panels/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace cairn
{
namespace
{

constexpr const char* kNamespace = "cairn::";

// The collecting tool names the context of a function by the namespaces it sees, the program by the class: one may lack what the other
// has. Looks in the context as asked, then with and without the namespace, then among the free functions.
class Translator final : public QTranslator
{
public:
    QString translate(const char* context, const char* source, const char* disambiguation, int n) const override
    {
        const QByteArray asked(context);
        const QByteArray other = asked.startsWith(kNamespace) ? asked.mid(qsizetype(qstrlen(kNamespace))) : kNamespace + asked;
        for (const char* name : {context, other.constData(), "cairn"}) {
            if (const QString found = QTranslator::translate(name, source, disambiguation, n); !found.isEmpty())
                return found;
        }
        return {};
    }
};

}  // namespace

QStringList shippedLanguages() { return {QStringLiteral("en"), QStringLiteral("de")}; }

Language::Language(QObject* parent) : QObject(parent) {}

Language::~Language()
{
    if (m_own)
        QCoreApplication::removeTranslator(m_own.get());
    if (m_toolkit)
        QCoreApplication::removeTranslator(m_toolkit.get());
}

void Language::setLanguage(const QString& code)
{
    const QString system = QLocale::system().name().section(QLatin1Char('_'), 0, 0);
    QString wanted = code.isEmpty() ? system : code;
    if (!shippedLanguages().contains(wanted))
        wanted = QStringLiteral("en");
    if (wanted == m_current)
        return;
    for (auto* translator : {&m_own, &m_toolkit}) {
        if (*translator)
            QCoreApplication::removeTranslator(translator->get());
        translator->reset();
    }
    m_current = wanted;
    QLocale::setDefault(wanted == system ? QLocale::system() : QLocale(wanted));
    m_toolkit = std::make_unique<QTranslator>();   // names of standard buttons; not there: they stay English
    if (m_toolkit->load(QStringLiteral("qtbase_") + wanted, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(m_toolkit.get());
    m_own = std::make_unique<Translator>();
    if (m_own->load(QStringLiteral(":/cairn/translations/cairn_%1.qm").arg(wanted)))
        QCoreApplication::installTranslator(m_own.get());
}

}  // namespace cairn
