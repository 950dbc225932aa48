import { drawNeeds } from './needs.ts'

/**
 * Counts down on buttons that can only be pressed again after a while: `data-wait` has the seconds,
 * `data-wait-label` the text meanwhile, with `{}` for them. Only the elapsed time is taken from the
 * phone's clock, which may be wrong.
 */
export function countWaits(part: Document | HTMLElement): void {
  for (const button of part.querySelectorAll<HTMLButtonElement>('button[data-wait]')) count(button)
}

function count(button: HTMLButtonElement): void {
  const { wait = '', waitLabel = '' } = button.dataset
  const words = button.querySelector('span')
  const label = words?.textContent ?? ''
  const [ran, read] = [performance.now(), Date.now()]
  // The first does not advance while a phone sleeps, the second can be set back.
  const goneBy = () => Math.max(performance.now() - ran, Date.now() - read)
  delete button.dataset.wait
  button.dataset.waiting = ''
  const tick = () => {
    const left = Math.ceil(Number(wait) - goneBy() / 1000)
    button.disabled = left > 0
    if (words) words.textContent = left > 0 ? waitLabel.replace('{}', String(left)) : label
    if (left > 0) return
    clearInterval(timer)
    delete button.dataset.waiting
    drawNeeds(document)
  }
  const timer = setInterval(tick, 1000)
  tick()
}
