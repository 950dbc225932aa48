/**
 * Lets several sides of a row have one visit in common: each takes its figure of it once, and who
 * asks a second time causes the next visit. `keep`: who asks again is given the same one, for a run
 * that is to show only that it works.
 */
export function inTurn<Taker, Visit>(visit: () => Promise<Visit>) {
  const takers = new Set<Taker>()
  let last: Promise<Visit> | undefined
  return (taker: Taker, keep = false): Promise<Visit> => {
    if (!last || (takers.has(taker) && !keep)) {
      takers.clear()
      last = visit()
    }
    takers.add(taker)
    return last
  }
}
