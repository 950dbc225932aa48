/**
 * Lets several sides of a row share one visit: each takes its figure from it once, and a side that
 * asks a second time triggers the next visit. `keep`: a side that asks again gets the same visit,
 * for a run that only has to show that it works.
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
