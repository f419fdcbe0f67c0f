#include "ui/pictures/colour_map.h"

#include <algorithm>

namespace cairn
{
namespace
{

constexpr std::array<unsigned, 33> kCividis{
    0x00224E, 0x00285B, 0x002E6A, 0x053371, 0x1A386F, 0x273E6E, 0x32436D, 0x3B496C, 0x434E6C, 0x4B546C, 0x535A6D,
    0x5A5F6E, 0x61656F, 0x686A71, 0x6F7073, 0x767676, 0x7D7C78, 0x848279, 0x8C8878, 0x938E78, 0x9B9476, 0xA39A74,
    0xABA072, 0xB4A76F, 0xBCAE6C, 0xC4B468, 0xCDBB63, 0xD5C25E, 0xDEC958, 0xE7D150, 0xF0D846, 0xF9E03A, 0xFEE838};

constexpr float kLowestLevel = 0.05f;

int channel(unsigned low, unsigned high, float part, int shift)
{
    const auto a = static_cast<float>((low >> shift) & 0xFF);
    const auto b = static_cast<float>((high >> shift) & 0xFF);
    return static_cast<int>(a + (b - a) * part + 0.5f);
}

QRgb interpolated(float position)
{
    const float place = position * static_cast<float>(kCividis.size() - 1);
    const auto index = std::min(static_cast<std::size_t>(place), kCividis.size() - 2);
    const float part = place - static_cast<float>(index);
    const unsigned low = kCividis[index];
    const unsigned high = kCividis[index + 1];
    return qRgb(channel(low, high, part, 16), channel(low, high, part, 8), channel(low, high, part, 0));
}

}  // namespace

ColourMap::ColourMap(Panel panel) : m_panel(panel == Panel::Light ? qRgb(0xFF, 0xFF, 0xFF) : qRgb(0x1B, 0x1D, 0x21))
{
    for (int i = 0; i < kEntries; ++i) {
        const float level = static_cast<float>(i) / (kEntries - 1);
        m_colours[static_cast<std::size_t>(i)] = interpolated(panel == Panel::Light ? 1 - level : level);
    }
}

QRgb ColourMap::colour(float value) const
{
    if (!(value > 0))
        return m_panel;
    const float level = std::clamp(value, kLowestLevel, 1.0f);
    return m_colours[static_cast<std::size_t>(level * (kEntries - 1) + 0.5f)];
}

}  // namespace cairn
