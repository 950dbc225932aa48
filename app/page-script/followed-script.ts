import type { DepositAnswer } from '#app/ui/carpool/deposit-answer.ts'
import { isPressed, news, readPage, replaceShown } from './replacing.ts'
import { say } from './saying.ts'

// Keeps an open page up to date (decision 0085), and asks what only the bank knows about each
// deposit on it once the page is shown (docs/rules.md#my-trips).

const ROOT = '[data-followed]'
const DEPOSIT = '[data-deposit]'
/** What is replaced by itself, so that a message beside it and an open menu stay. */
const PARTS = ':scope > :not(ul), :scope > ul > li > *'

const rootOf = (page: Document) => page.querySelector<HTMLElement>(ROOT)
const partsOf = (root: Element) => [...root.querySelectorAll<HTMLElement>(PARTS)]
const htmlOf = ({ outerHTML }: Element) => outerHTML
const statusOf = (part: Element) => part.querySelector('[role=status]')?.textContent ?? ''

let leaving = false
let everyMs = 0
/** The parts as the server sent them, and their status: what is shown may have been translated. */
let sent: string[] = []
let statuses: string[] = []

addEventListener('click', ({ target, defaultPrevented }) => {
  if (!defaultPrevented && target instanceof Element && target.closest('a[href]')) leaving = true
})
addEventListener('pageshow', () => {
  leaving = false
})
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin)
else begin()

function begin(): void {
  const root = rootOf(document)
  if (!root) return
  document.body.appendChild(news)
  show(root)
  everyMs = Number(root.dataset.followed)
  follow()
}

function show(root: Element): void {
  sent = partsOf(root).map(htmlOf)
  statuses = partsOf(root).map(statusOf)
  for (const place of root.querySelectorAll<HTMLElement>(DEPOSIT)) checkDeposit(place)
}

/** Reads the page again after a while, as long as the server asks for it. */
function follow(): void {
  if (everyMs) setTimeout(look, everyMs)
}

async function look(): Promise<void> {
  // Without a connection, or once logged out, the page keeps showing what it has.
  const fresh = document.hidden ? null : await readPage().then(rootOf, () => null)
  const root = rootOf(document)
  if (root && fresh && !isPressed()) {
    everyMs = Number(fresh.dataset.followed)
    update(root, fresh)
  }
  follow()
}

function update(root: HTMLElement, fresh: HTMLElement): void {
  const [shown, now] = [partsOf(root), partsOf(fresh)]
  if (shown.length !== now.length) {
    replaceFolded(root, fresh)
    show(fresh)
    return
  }
  const [before, heard] = [sent, statuses]
  sent = now.map(htmlOf)
  statuses = now.map(statusOf)
  now.forEach((part, at) => {
    const old = shown[at]
    if (!old || sent[at] === before[at]) return
    if (statuses[at] !== heard[at]) say(news, statuses[at] ?? '')
    replaceFolded(old, part)
    if (part.matches(DEPOSIT)) checkDeposit(part)
  })
}

/** Replaces what is shown; what was unfolded stays open. */
function replaceFolded(shown: Element, fresh: Element): void {
  const unfolded = [...shown.querySelectorAll('details')]
  fresh.querySelectorAll('details').forEach((one, at) => {
    one.open ||= unfolded[at]?.open ?? false
  })
  replaceShown(shown, fresh)
}

/** Asks for one deposit. Shows what was lost, and opens its payment page once per loss. */
function checkDeposit(place: HTMLElement): void {
  const { deposit = '', pay = '' } = place.dataset
  fetch(deposit)
    .then((answer): Promise<DepositAnswer> => answer.json())
    .then(({ isValid, loss }) => {
      const words = place.querySelector('template')
      if (!isValid && loss !== null && words) place.appendChild(words.content.cloneNode(true))
      // Not while another page is being opened.
      if (loss !== null && !leaving && isFirstTime(loss)) location.assign(pay)
    })
    // Connection lost or session expired: the page keeps showing what it has.
    .catch(() => {})
}

const OPENED = 'deposit-opened'

/** Whether the payment page opens by itself for the first time for this loss; records it. */
function isFirstTime(loss: string): boolean {
  try {
    const key = `${OPENED} ${loss}`
    if (sessionStorage.getItem(key)) return false
    sessionStorage.setItem(key, '1')
    return true
  } catch {
    // Without storage it would open again and again.
    return false
  }
}
