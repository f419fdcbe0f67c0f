// A language for tests: every word of the interface 40 % longer, placeholders untouched (experience.md 14).
#pragma once

#include <QString>
#include <QTranslator>

namespace cairn::test
{

class LongerWords final : public QTranslator
{
public:
    using QTranslator::QTranslator;
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int) const override
    {
        const QString text = QString::fromUtf8(source);
        QString more;   // in words: a label that breaks lines could not break a single one
        while (more.size() < text.size() * 2 / 5)
            more += QStringLiteral(" nnnn");
        return text + more.left(text.size() * 2 / 5);
    }
};

}  // namespace cairn::test
