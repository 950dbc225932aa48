import type { Control } from '#app/web/ui/controls.ts'
import { around } from './around.ts'

// A form in steps (app/web/ui/steps.tsx). Everything of a step has `data-step`; what is of the
// current one has `data-current` too, and styles show nothing else where scripts run.

type Root = HTMLElement
const rootOf = (element: Element) => element.closest<Root>('dialog, main')
const numberOf = (element: Element | null | undefined) =>
  Number((element as HTMLElement)?.dataset.step)
const current = (root: Root) => root.querySelector('fieldset[data-current]')
const last = (root: Root) => root.querySelectorAll('fieldset[data-step]').length - 1

/** Going on checks the step and sends nothing; a link to a field shows the field's step. */
export function goThroughSteps(drawnLast: () => Promise<void>): void {
  document.documentElement.dataset.stepping = ''
  addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement
      const root = rootOf(form)
      const step = root && form.querySelector('[data-step]') && current(root)
      if (!step || numberOf(step) === last(root)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      // Which answers a step asks for may depend on what was chosen just now.
      void drawnLast().then(() => {
        if (check(form, step)) go(root, numberOf(step) + 1)
      })
    },
    { capture: true },
  )
  addEventListener('click', (event) => {
    const button = around(event, '[data-go]')
    const root = button && rootOf(button)
    if (root)
      go(
        root,
        button.dataset.go === 'back' ? numberOf(current(root)) - 1 : Number(button.dataset.go),
      )
    const link = around(event, 'a[href^="#"]')
    const field = link && document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
    if (!field || field.tabIndex < 0) return
    event.preventDefault()
    const step = field.closest('[data-step]')
    const of = step && rootOf(step)
    if (of) go(of, numberOf(step))
    field.focus()
  })
}

/** Shows the first step with an error. */
export function drawSteps(part: Document | HTMLElement): void {
  const step = part.querySelector('[data-step] [aria-invalid]')?.closest('[data-step]')
  const root = step && rootOf(step)
  if (root) show(root, numberOf(step))
}

/** Shows a step, and gives its name in the list of steps the focus. */
function go(root: Root, to: number): void {
  show(root, to)
  const name = root.querySelector<HTMLElement>('[data-steps] > [aria-current]')
  name?.focus({ preventScroll: true })
  name?.scrollIntoView({ block: 'nearest' })
}

function show(root: Root, to: number): void {
  for (const part of root.querySelectorAll('[data-step]'))
    part.toggleAttribute('data-current', numberOf(part) === to)
  for (const part of root.querySelectorAll('[data-go=back]'))
    part.toggleAttribute('hidden', to === 0)
  for (const [step, name] of [...root.querySelectorAll('[data-steps] > li')].entries()) {
    name.toggleAttribute('data-done', step < to)
    const button = name.querySelector('button')
    if (button) button.disabled = step >= to
    if (step === to) name.setAttribute('aria-current', 'step')
    else name.removeAttribute('aria-current')
  }
}

/** Whether a step is filled in as its controls ask; otherwise says what is wrong at each field. */
function check(form: HTMLFormElement, step: Element): boolean {
  const wrong = [...step.querySelectorAll(':invalid[name]')] as Control[]
  for (const control of wrong) {
    const { valueMissing, badInput } = control.validity
    const kind = valueMissing || badInput ? 'missing' : 'outside'
    sayWrong(control, form.querySelector<HTMLTemplateElement>(`template[data-wrong=${kind}]`))
  }
  wrong[0]?.focus()
  return wrong.length === 0
}

function sayWrong(control: Control, words: HTMLTemplateElement | null): void {
  const id = `${control.id}-error`
  document.getElementById(id)?.remove()
  const said = words?.content.firstElementChild?.cloneNode(true) as HTMLElement | undefined
  if (!said) return
  said.id = id
  said.dataset.checked = ''
  control.closest('[data-part]')?.appendChild(said)
  control.setAttribute('aria-invalid', 'true')
  const others = (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((one) => one !== id)
  control.setAttribute('aria-describedby', [...others, id].join(' ').trim())
}
