// The language of the interface, changed while the program runs: widgets get QEvent::LanguageChange and set their words anew. English
// is the language of the sources; its file holds plural forms. UI thread.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>

class QTranslator;

namespace cairn
{

QStringList shippedLanguages();                     // codes: "en", "de"

class Language final : public QObject
{
    Q_OBJECT
public:
    explicit Language(QObject* parent = nullptr);   // nothing is installed yet
    ~Language() override;

    // Empty: the system's, or English if Cairn doesn't speak it. An unknown code: English. Numbers and dates follow.
    void setLanguage(const QString& code);
    const QString& current() const { return m_current; }

private:
    QString m_current;
    std::unique_ptr<QTranslator> m_own, m_toolkit;
};

}  // namespace cairn
