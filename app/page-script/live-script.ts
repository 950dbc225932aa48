import { withBase } from '#app/base-path.ts'
import { get, isPressed, news, readPage, replaceShown } from './replacing.ts'
import { say } from './saying.ts'

// Keeps the tickets of an open page up to date (decision 0083). What a ticket says is compared with
// a fragment of a few hundred bytes; only if it differs is the page fetched again, and the tickets
// that changed are taken from it. So whatever a ticket shows, one place renders it.

const EVERY_MS = 10_000
/** After some minutes in front of the same page, and while the line is bad. */
const CALM_EVERY_MS = 30_000
const CALM_AFTER_MS = 5 * 60_000

type Answer = ([mark: string, short: string, long: string] | null)[]

const tickets = () => [...document.querySelectorAll<HTMLElement>('[data-live]')]
const idOf = ({ dataset }: HTMLElement) => dataset.live ?? ''

let since = Date.now()
let timer: ReturnType<typeof setTimeout> | undefined

if (document.readyState === 'loading') addEventListener('DOMContentLoaded', follow)
else follow()

function follow(): void {
  if (tickets().length === 0) return
  document.body.appendChild(news)
  document.addEventListener('visibilitychange', () => {
    since = Date.now()
    plan(0)
  })
  plan(EVERY_MS)
}

function plan(ms: number): void {
  clearTimeout(timer)
  if (!document.hidden) timer = setTimeout(look, ms)
}

async function look(): Promise<void> {
  const isGood = await update().then(
    () => Date.now() - since < CALM_AFTER_MS,
    () => false,
  )
  plan(isGood ? EVERY_MS : CALM_EVERY_MS)
}

async function update(): Promise<void> {
  const shown = tickets()
  if (shown.length === 0) return
  const ids = [...new Set(shown.map(idOf))]
  const answer: Answer = await (await get(`${withBase('/live')}?ids=${ids}`)).json()
  const changed = shown.filter((ticket) => {
    const now = answer[ids.indexOf(idOf(ticket))]
    // Hidden by now, such as a car that was not filled: the page knows whether to show it.
    if (!now) return true
    const [mark, short, long] = now
    for (const left of ticket.querySelectorAll<HTMLElement>('[data-left]'))
      say(left, left.dataset.left === 'short' ? short : long)
    return mark !== ticket.dataset.mark
  })
  const hidden = ids.filter((_, at) => !answer[at])
  if (changed.length > 0) await replace(changed, hidden)
}

async function replace(changed: HTMLElement[], hidden: string[]): Promise<void> {
  const page = await readPage()
  if (isPressed()) return
  const told = changed.flatMap((ticket) => {
    const fresh = page.querySelector<HTMLElement>(`[data-live="${idOf(ticket)}"]`)
    // Elsewhere by now, or hidden: nothing more is asked about it.
    for (const one of [ticket, fresh])
      if (one && (!fresh || hidden.includes(idOf(one)))) delete one.dataset.live
    if (!fresh || fresh.dataset.mark === ticket.dataset.mark) return []
    replaceShown(ticket, fresh)
    const words = [...fresh.querySelectorAll('h2, h3, [data-say]')]
    return [words.map(({ textContent }) => textContent).join(' ')]
  })
  if (told.length > 0) say(news, told.join('\n'))
}
