// What this process takes of the RAM. Linux; not a number where /proc does not tell. Any thread.
#pragma once

namespace cairn
{

double residentBytes();   // now
double peakBytes();       // the most since the process began or forgetPeak()
void forgetPeak();

}  // namespace cairn
