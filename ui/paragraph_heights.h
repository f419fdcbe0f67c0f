// Where the paragraphs of a long text stand, in pixels, while most of them were never laid out: estimated heights that become
// exact as paragraphs are seen. Fenwick tree: finding and changing cost O(log n) for 100,000 paragraphs and more. UI thread.
#pragma once

#include <cstddef>
#include <vector>

namespace cairn
{

class ParagraphHeights
{
public:
    void reset(std::vector<float> estimates);
    std::size_t size() const { return m_heights.size(); }
    double total() const { return top(m_heights.size()); }
    double top(std::size_t paragraph) const;               // pixels before it
    float height(std::size_t paragraph) const { return m_heights[paragraph]; }
    void set(std::size_t paragraph, float height);
    std::size_t at(double y) const;                        // paragraph that covers y; the last one below the end. REQUIRES: size() > 0

private:
    std::vector<float> m_heights;
    std::vector<double> m_tree;   // 1-based partial sums
};

}  // namespace cairn
