import type { Browser, Page } from '@playwright/test'
import { launch } from '#tests/load/browser/chromium.ts'
import { inTurn } from '#tests/load/browser/in-turn.ts'
import { type Name, openSite, type Site } from '#tests/load/browser/site.ts'
import { type Touches, type Vitals, visit } from '#tests/load/browser/vitals.ts'
import { median, type Ratio, type Row, type Side } from '#tests/load/harness.ts'

/** LCP and INP in milliseconds, CLS as a fraction of the screen. */
const GOALS = { LCP: 1200, CLS: 0.02, INP: 100 }
type Figure = keyof typeof GOALS
const figures = Object.keys(GOALS) as Figure[]
/** Visits in a round of the usual five seconds; the median counts. */
const VISITS = 9
const USUAL_SECONDS = 5

/** Taps into a field and types, letter by letter. */
async function write(page: Page, name: string, text: string): Promise<void> {
  await page.locator(`[name=${name}]`).first().tap()
  await page.keyboard.type(text, { delay: 30 })
}

/** What is done on each page; a link comes last, because it leaves the page. */
const TOUCHES = {
  home: async (page) => {
    await page.locator('h1').tap()
    await page.locator('main a[href$="/carpool"]').tap()
  },
  list: async (page) => {
    // By keyboard: a menu that a tap has opened would lie over the links.
    await page.locator('[name=airportName]').first().press('ArrowDown')
    await page.locator('article a[href*="/join"]').first().tap()
  },
  record: async (page) => {
    await page.locator('main summary').tap()
    await page.locator('main a[href*="/share/"]').first().tap()
  },
  login: async (page) => {
    await write(page, 'phone', '07700900123')
    await write(page, 'password', 'Umbrella')
    await page.locator('main button[type=submit]').tap()
  },
  join: async (page) => {
    await write(page, 'flightNumber', 'ba32')
    const time = page.locator('[name=flightTime]')
    await time.fill((await time.getAttribute('max')) ?? '')
    await page.locator('dialog footer button').tap()
    await write(page, 'nLocation', '8 Park Row')
    await page.locator('dialog a').first().tap()
  },
} satisfies Partial<Record<Name, Touches>>
type Touched = keyof typeof TOUCHES
const names = Object.keys(TOUCHES) as Touched[]
const sideName = (name: Touched, figure: Figure) =>
  `${name}, ${figure}${figure === 'CLS' ? '' : ' (ms)'}`

const visitsIn = (seconds: number) => Math.max(1, Math.floor((VISITS * seconds) / USUAL_SECONDS))

/**
 * Several visits to a page, one after the other. Reports the largest element and the slowest
 * interaction, to explain the figures.
 */
async function visits(
  browser: Browser,
  site: Site,
  name: Touched,
  count: number,
): Promise<Vitals[]> {
  const seen: Vitals[] = []
  while (seen.length < count)
    seen.push(await visit(browser, site.url, site.places[name], TOUCHES[name]))
  const why = (figure: Figure, part: 'largest' | 'slowest') =>
    JSON.stringify(
      seen.toSorted((a, b) => a[figure] - b[figure])[Math.floor(count / 2)]?.[part],
      rounded,
    )
  console.error(`  ${name}: LCP ${why('LCP', 'largest')}, INP ${why('INP', 'slowest')}`)
  return seen
}

const rounded = (_: string, value: unknown) =>
  typeof value === 'number' ? Math.round(value) : value

/** LCP, CLS and INP of first visits on a slow phone. */
export const vitals: Row = {
  id: '9',
  what: 'slow phone',
  unit: '',
  async open() {
    const [site, browser] = await Promise.all([openSite(), launch()])
    const sidesOf = (name: Touched): Side[] => {
      let count = 1
      const visited = inTurn<Figure, Vitals[]>(() => visits(browser, site, name, count))
      return figures.map((figure) => ({
        name: sideName(name, figure),
        async measure(seconds) {
          count = visitsIn(seconds)
          const seen = await visited(figure, seconds <= 1)
          return { value: median(seen.map((one) => one[figure])), failures: 0 }
        },
      }))
    }
    return {
      sides: names.flatMap(sidesOf),
      close: async () => void (await Promise.all([browser.close(), site.close()])),
    }
  },
  ratios: names.flatMap((name) =>
    figures.map(
      (figure): Ratio => ({ of: sideName(name, figure), reach: { atMost: GOALS[figure] } }),
    ),
  ),
}
