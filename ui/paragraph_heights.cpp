#include "ui/paragraph_heights.h"

#include <algorithm>
#include <bit>

namespace cairn
{

void ParagraphHeights::reset(std::vector<float> estimates)
{
    m_heights = std::move(estimates);
    m_tree.assign(m_heights.size() + 1, 0.0);
    for (std::size_t i = 1; i < m_tree.size(); ++i) {
        m_tree[i] += m_heights[i - 1];
        const std::size_t parent = i + (i & (~i + 1));
        if (parent < m_tree.size())
            m_tree[parent] += m_tree[i];
    }
}

double ParagraphHeights::top(std::size_t paragraph) const
{
    double sum = 0;
    for (std::size_t i = paragraph; i > 0; i &= i - 1)
        sum += m_tree[i];
    return sum;
}

void ParagraphHeights::set(std::size_t paragraph, float height)
{
    const double change = double(height) - m_heights[paragraph];
    m_heights[paragraph] = height;
    for (std::size_t i = paragraph + 1; i < m_tree.size(); i += i & (~i + 1))
        m_tree[i] += change;
}

std::size_t ParagraphHeights::at(double y) const
{
    std::size_t place = 0;
    double rest = y;
    for (std::size_t step = std::bit_floor(m_tree.size()); step > 0; step >>= 1) {
        if (place + step < m_tree.size() && m_tree[place + step] <= rest) {
            place += step;
            rest -= m_tree[place];
        }
    }
    return std::min(place, m_heights.size() - 1);
}

}  // namespace cairn
