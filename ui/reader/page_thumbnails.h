// Small pictures of all pages beside the reader, each with its label and a bar of its evidence; the page that is read is outlined. A click
// or Enter asks for the page. UI thread.
#pragma once

#include "ui/reader/page_loader.h"

#include <QAbstractListModel>
#include <QListView>

#include <vector>

namespace cairn
{

class ThumbnailModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role { PictureRole = Qt::UserRole + 1, LabelRole, StrengthRole };

    explicit ThumbnailModel(QObject* parent = nullptr);

    void setSource(PageSource* source);                    // borrowed until replaced
    void setStrengths(std::vector<float> strengths);       // per page, 0..1; may be empty
    void want(int first, int last, int width);             // rows in sight, pixels of a picture

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QSizeF pageSize(int page) const;                       // points

private:
    QPointer<PageSource> m_source;
    mutable PageLoader m_loader;
    std::vector<float> m_strengths;
    int m_pages = 0;
};

class PageThumbnails final : public QListView
{
    Q_OBJECT
public:
    explicit PageThumbnails(QWidget* parent = nullptr);

    void setSource(PageSource* source);
    void setPageStrengths(std::vector<float> strengths);
    void setCurrentPage(int page);                         // scrolls it into sight; says nothing

Q_SIGNALS:
    void pageActivated(int page);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void wantVisible();

    ThumbnailModel m_model;
};

}  // namespace cairn
