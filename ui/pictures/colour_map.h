// 1,024 colours for plots. Cividis (J. R. Nunez et al., PLOS ONE 13(7), 2018): readable in grey and with colour-blind eyes, luminance
// strictly monotone; or viridis or grey. Zero is the panel's own colour, everything above it stands out (experience.md 6).
#pragma once

#include <QRgb>

#include <array>

namespace cairn
{

enum class Panel { Light, Dark };
enum class ColourScheme { Cividis, Viridis, Grey };

class ColourMap
{
public:
    static constexpr int kEntries = 1024;
    static constexpr float kLowestLevel = 0.05f;

    // On light panels the map is reversed, so that more is always further from the background.
    explicit ColourMap(Panel panel, ColourScheme scheme = ColourScheme::Cividis);

    // `value` 0..1, already scaled; 0 gives the panel's colour, anything above at least level 0.05.
    QRgb colour(float value) const;
    QRgb entry(int index) const { return m_colours[static_cast<std::size_t>(index)]; }   // without the lowest level
    QRgb panelColour() const { return m_panel; }

private:
    std::array<QRgb, kEntries> m_colours;
    QRgb m_panel;
};

// A - B: blue where A is more, orange where B is, the panel's colour between; `value` -1..1.
QRgb differenceColour(float value, Panel panel);

}  // namespace cairn
