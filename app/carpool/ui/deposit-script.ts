import type { DepositAnswer } from './deposit-answer.ts'

// Asks for the bank's state of each deposit on the page, once the page is shown
// (docs/rules.md#my-trips).

let leaving = false
/** Kept outside the page, because the page is compared with what the server sends. */
const asked = new WeakSet<Element>()

addEventListener('click', ({ target, defaultPrevented }) => {
  if (!defaultPrevented && target instanceof Element && target.closest('a[href]')) leaving = true
})
addEventListener('pageshow', () => {
  leaving = false
})
// The page was read again, and places for answers may be new.
addEventListener('refreshed', checkDeposits)
// The script's element comes after the deposits, so they exist already.
checkDeposits()

function checkDeposits(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-deposit]')) {
    if (!asked.has(place)) checkDeposit(place)
    asked.add(place)
  }
}

/** Asks for one deposit. Shows a lost one, and opens its payment page once per loss. */
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

/** True the first time it is called for a lost deposit, so that its page opens by itself once. */
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
