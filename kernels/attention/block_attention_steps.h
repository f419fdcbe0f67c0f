// Which entries a retrieved block or a local section is added for, and where its keys and values are. Part of block_attention_tile.h.
#pragma once

#include "kernels/attention/block_attention_tile.h"

namespace
{

// To the entry's next attended place
inline void Tile::advance(int entry)
{
    const int* selected = m_work.selected + query(entry) * m_work.places;
    int place = m_nextPlace[entry];
    while (place < m_work.places && selected[place] < 0)
        ++place;
    m_nextPlace[entry] = place + 1;
    m_current[entry] = place < m_work.places ? selected[place] : kDone;
}

inline void Tile::begin()
{
    m_target = m_sums;
    int entry = 0;
    for (int row = m_tileRow; entry < m_tileEntries; ++row) {
        for (int head = m_kvHead * m_layout.group; head < (m_kvHead + 1) * m_layout.group; ++head, ++entry) {
            m_row[entry] = row;
            m_query[entry] = row * m_work.heads + head;
            m_nextPlace[entry] = 0;
            advance(entry);
        }
    }
    for (; entry < paddedEntries(); ++entry)
        m_current[entry] = kDone;
    for (entry = m_firstEntry; entry < m_endEntry; ++entry) {
        m_max[entry] = kNoScore;
        m_sum[entry] = 0;
        for (int j = 0; j < m_dp; j += kWidth)
            store(m_sums + entry * m_dp + j, zero());
    }
}

// Entries of the whole tile that chose the block, into m_active; they go on to their next one
inline int Tile::takeEntries(int block)
{
    const int chosen = indicesOf(block, m_current, paddedEntries(), m_active);
    for (int i = 0; i < chosen; ++i) {
        m_place[m_active[i]] = m_nextPlace[m_active[i]] - 1;
        advance(m_active[i]);
    }
    return chosen;
}

// The share's next block, where `next` is the tile's
inline int Tile::nextOfShare(int next) const
{
    if (isWhole())
        return next;
    next = kDone;
    for (int entry = m_firstEntry; entry < m_endEntry; ++entry)
        if (isActive(entry))
            next = smaller(next, m_current[entry]);
    return next;
}

// Rows lie anywhere in memory: the next one is on its way while this one is multiplied
inline void Tile::prefetch(int block) const
{
    if (block == kDone)
        return;
    const KvPiece kv = kvPiece({m_work.kvHeads, m_F, m_d, m_work.rowType}, m_work.blocks[block], m_kvHead);
    const int width = m_work.rowType == RowType::F32 ? 4 : m_work.rowType == RowType::F16 ? 2 : 1;
    for (int byte = 0; byte < m_F * m_d * width; byte += 64) {
        __builtin_prefetch(static_cast<const char*>(kv.keys) + byte, 0, 2);
        __builtin_prefetch(static_cast<const char*>(kv.values) + byte, 0, 2);
    }
    if (kv.keyScales) {
        __builtin_prefetch(kv.keyScales);
        __builtin_prefetch(kv.valueScales);
    }
}

// Ascending blocks, so that the order of every entry's sums is that of its places
inline void Tile::addMemory()
{
    for (int block = smallestInt(m_current, paddedEntries()), next = block; block != kDone; block = next) {
        const int chosen = takeEntries(block);
        next = smallestInt(m_current, paddedEntries());
        prefetch(nextOfShare(next));
        int active = chosen;
        if (!isWhole()) {
            active = 0;
            for (int i = 0; i < chosen; ++i)
                if (isActive(m_active[i]))
                    m_active[active++] = m_active[i];
        }
        if (active > 0)
            addBlock(block, chosen <= kFewEntries, active);
    }
}

inline void Tile::addBlock(int block, bool inPlace, int active)
{
    const KvPiece kv = kvPiece({m_work.kvHeads, m_F, m_d, m_work.rowType}, m_work.blocks[block], m_kvHead);
    Piece piece{};
    piece.tokens = m_F;
    piece.localStart = -1;
    piece.type = m_work.rowType;
    piece.landmark = m_work.grouped ? m_work.landmarkKeys[block] + m_kvHead * m_d : nullptr;
    if (multipliesBytes())
        prepareBytes(kv, piece, active);
    if (piece.keySums)
        return addBytes(piece, active);
    float* queries = at<float>(m_layout.queries);
    for (int i = 0; i < active; ++i) {
        const int entry = m_active[i];
        const int64_t position = int64_t{m_work.distances[query(entry) * m_work.places + m_place[entry]]} * m_B + localIndex(entry);
        const int64_t angle = position * (m_d / 2);
        rotateScaled(m_work.queries + query(entry) * m_d, m_work.cosines + angle, m_work.sines + angle, m_d, m_work.scale,
                     queries + i * m_d);
    }
    if (!multipliesBytes() && inPlace)
        readInPlace(kv, piece);
    else if (!multipliesBytes())
        decode(kv, piece.landmark, piece);
    addEntries(piece, queries, active);
}

inline void decodePadded(const uint16_t* halves, int count, int padded, float* to)
{
    for (int j = 0; j < padded; j += kWidth)
        store(to + j, j + kWidth <= count ? loadHalf(halves + j) : j < count ? loadHalfPart(halves + j, count - j) : zero());
}

inline void Tile::readInPlace(const KvPiece& kv, Piece& piece)
{
    piece.keysInPlace = kv.keys;
    piece.valuesInPlace = kv.values;
    if (m_work.rowType == RowType::Int8)
        decodeScales(kv, piece);
}

inline void Tile::decodeScales(const KvPiece& kv, Piece& piece)
{
    decodePadded(kv.keyScales, m_d, m_dp, at<float>(m_layout.channelScales));
    decodePadded(kv.valueScales, m_F, m_Fp, at<float>(m_layout.tokenScales));
    piece.channelScales = at<float>(m_layout.channelScales);
    piece.tokenScales = at<float>(m_layout.tokenScales);
}

// For one entry in place, for several packed: the same bits, since whole numbers are added
inline void Tile::prepareBytes(const KvPiece& kv, Piece& piece, int active)
{
    piece.multipliesBytes = true;
    decodeScales(kv, piece);
    piece.weightScale = scaleUp(at<float>(m_layout.tokenScales), m_F);
    if (active > 1 || m_d % 64 != 0)
        return pack(kv, piece, !fitsBytes());
    piece.keysInPlace = kv.keys;
    piece.valuesInPlace = kv.values;
}

inline void Tile::pack(const KvPiece& kv, Piece& piece, bool isBiased)
{
    float* keys = at<float>(m_layout.transposed);
    auto* values = at<int8_t>(m_layout.values);
    packKeys(static_cast<const int8_t*>(kv.keys), m_F, m_d, m_Fp, isBiased, keys);
    if (!isBiased) {
        auto* sums = at<int>(m_layout.keySums);
        sumKeys(keys, m_F, m_d, m_Fp, sums);
        piece.keySums = sums;
    }
    packValues(static_cast<const int8_t*>(kv.values), m_F, m_d, values);
    piece.packedKeys = keys;
    piece.packedValues = values;
}

inline void Tile::decode(const KvPiece& kv, const float* landmark, Piece& piece)
{
    float* keys = at<float>(m_layout.keys);
    float* values = at<float>(m_layout.values);
    if (m_work.rowType == RowType::F32) {
        decodeRows(F32Values{static_cast<const float*>(kv.keys)}, m_F, m_d, nullptr, nullptr, keys);
        decodeRows(F32Values{static_cast<const float*>(kv.values)}, m_F, m_d, nullptr, nullptr, values);
    } else if (m_work.rowType == RowType::F16) {
        decodeRows(F16Values{static_cast<const uint16_t*>(kv.keys)}, m_F, m_d, nullptr, nullptr, keys);
        decodeRows(F16Values{static_cast<const uint16_t*>(kv.values)}, m_F, m_d, nullptr, nullptr, values);
    } else {
        decodeScales(kv, piece);
        decodeRows(Int8Values{static_cast<const int8_t*>(kv.keys)}, m_F, m_d, piece.channelScales, nullptr, keys);
        decodeRows(Int8Values{static_cast<const int8_t*>(kv.values)}, m_F, m_d, nullptr, piece.tokenScales, values);
    }
    if (landmark)
        decodeRows(F32Values{landmark}, 1, m_d, nullptr, nullptr, keys + m_F * m_dp);
    transposeRows(keys, m_F + (landmark ? 1 : 0), m_d, m_Fp, at<float>(m_layout.transposed));
    piece.transposed = at<float>(m_layout.transposed);
    piece.values = values;
}

inline void Tile::addLocal()
{
    float* query0 = at<float>(m_layout.localQueries);   // dense by (row, head of the share)
    for (int entry = m_firstEntry; entry < m_endEntry; ++entry) {
        if (!isActive(entry))
            continue;
        const int64_t angle = int64_t{localIndex(entry)} * (m_d / 2);
        rotateScaled(m_work.queries + query(entry) * m_d, m_work.cosines + angle, m_work.sines + angle, m_d, m_work.scale,
                     query0);
        query0 += m_d;
    }
    if (multipliesParts())
        splitQueries();
    for (int start = 0; start <= localIndex(m_endEntry - 1); start += m_B)
        addSection(start);
}

// Section [start, start + B) of the local tokens, for the entries that stand in it or behind it
inline void Tile::addSection(int start)
{
    const int length = m_work.openTokens + m_work.rows;
    const int beforeIt = start - m_work.openTokens - m_tileRow;   // rows of the tile that stand before it
    const int first = beforeIt > 0 ? beforeIt * m_layout.group : 0;
    int before = 0, active = 0;   // entries of the share
    for (int entry = m_firstEntry; entry < m_endEntry; ++entry) {
        if (!isActive(entry))
            continue;
        if (entry < first)
            ++before;
        else
            m_active[active++] = entry;
    }
    if (active == 0)
        return;

    const int64_t offset = (int64_t{m_kvHead} * (m_work.localRows > 0 ? m_work.localRows : length) + start) * m_d;
    const float *keys = m_work.localKeys + offset, *values = m_work.localValues + offset;
    const bool hasLandmark = m_work.grouped && start + m_F < length;
    Piece piece{};
    piece.tokens = smaller(m_F, length - start);
    piece.localStart = start;
    piece.type = RowType::F32;
    piece.landmark = hasLandmark ? keys + m_F * m_d : nullptr;
    if (m_tileEntries - first <= kFewEntries) {
        piece.keysInPlace = keys;
        piece.valuesInPlace = values;
    } else if (multipliesParts()) {
        splitLocal(keys, values, piece);
    } else {
        const int rows = piece.tokens + (hasLandmark ? 1 : 0);
        float* padded = at<float>(m_layout.keys);
        if (m_d != m_dp)
            decodeRows(F32Values{keys}, rows, m_d, nullptr, nullptr, padded);
        transposeRows(m_d == m_dp ? keys : padded, rows, m_d, m_Fp, at<float>(m_layout.transposed));
        if (m_d != m_dp)
            decodeRows(F32Values{values}, piece.tokens, m_d, nullptr, nullptr, at<float>(m_layout.values));
        piece.transposed = at<float>(m_layout.transposed);
        piece.values = m_d == m_dp ? values : at<float>(m_layout.values);
    }
    addEntries(piece, at<float>(m_layout.localQueries) + before * m_d, active);
}

}  // namespace
