import { launch } from '#tests/load/browser/chromium.ts'
import { inTurn } from '#tests/load/browser/in-turn.ts'
import { type Name, openSite } from '#tests/load/browser/site.ts'
import { KINDS, type Kind, weigh } from '#tests/load/browser/weigh.ts'
import type { Ratio, Row, Side } from '#tests/load/harness.ts'

const KB = 1000
const GOALS: Record<Name, number> = {
  home: 15,
  list: 15,
  trips: 15,
  mail: 15,
  join: 110,
  pay: 110,
  rides: 110,
  record: 110,
  login: 110,
}
const names = Object.keys(GOALS) as Name[]
const sideName = (name: Name, kind: Kind) => `${name}, ${kind}`

/** Bytes do not depend on the duration: a round is one visit to each page. */
export const bytes: Row = {
  id: '8',
  what: 'bytes until usable, gzip',
  unit: 'kB',
  async open() {
    const [site, browser] = await Promise.all([openSite(), launch()])
    const sidesOf = (name: Name): Side[] => {
      const visit = inTurn<Kind, Awaited<ReturnType<typeof weigh>>>(() =>
        weigh(browser, site.url, site.places[name]),
      )
      return KINDS.map((kind) => ({
        name: sideName(name, kind),
        async measure(seconds) {
          const weight = await visit(kind, seconds <= 1)
          return { value: weight.bytes[kind] / KB, failures: weight.failures }
        },
      }))
    }
    return {
      sides: names.flatMap(sidesOf),
      close: async () => void (await Promise.all([browser.close(), site.close()])),
    }
  },
  ratios: names.map(
    (name): Ratio => ({ of: sideName(name, 'JS'), reach: { atMost: GOALS[name] } }),
  ),
}
