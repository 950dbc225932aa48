import { Form } from '@remix-run/react'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import type { FormState } from './use-form.ts'
import { useHydrated } from './use-hydrated.ts'

/** `at` is the step shown, or null before scripts run, when all of them are. */
type Shown = { at: number | null; labels: readonly string[]; go(to: number): void }
type Check = Pick<FormState<unknown>, 'check'>
/**
 * Only what depends on the step reads this, so that going on does not draw the fields again: on a
 * slow phone that is most of the wait.
 */
const StepsContext = createContext<Shown & Check>({
  at: null,
  labels: [],
  go: () => {},
  check: () => true,
})
const useSteps = () => useContext(StepsContext)

const stepOf = (element: Element | null | undefined) => {
  const step = element?.closest<HTMLElement>('[data-step]')?.dataset.step
  return step === undefined ? null : Number(step)
}

type StepsProps = Check & {
  labels: readonly string[]
  form: Pick<FormState<unknown>['form'], 'ref'>
  answer: unknown
  children: ReactNode
}

/**
 * Shows the form in it (`StepForm`) one step at a time. A refused form returns to its first step
 * with an error.
 */
export function Steps({ labels, form: { ref }, check, answer, children }: StepsProps) {
  const live = useHydrated()
  const [at, go] = useState(0)
  useEffect(() => {
    // Whoever started before the scripts did stays where they are.
    const before = stepOf(document.activeElement)
    const refused = answer ? stepOf(ref.current?.querySelector('[aria-invalid=true]')) : null
    const to = refused ?? before
    if (to !== null) go(to)
  }, [answer, ref])
  return (
    <StepsContext.Provider value={{ at: live ? at : null, labels, go, check }}>
      {children}
    </StepsContext.Provider>
  )
}

type StepFormProps = Pick<FormState<unknown>, 'form'> & { children: ReactNode }

/**
 * The form: going on from a step before the last one checks that step and sends nothing, and a link
 * to a field shows the field's step.
 */
export function StepForm({ form, children }: StepFormProps) {
  const { at, labels, go, check } = useSteps()
  return (
    <Form
      method="post"
      {...form}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        if (at === null || at === labels.length - 1) return
        event.preventDefault()
        const step = event.currentTarget.querySelector(`[data-step="${at}"]`)
        if (step && check(step)) go(at + 1)
      }}
      onClick={({ target }) => {
        const link = target instanceof Element ? target.closest('a[href^="#"]') : null
        const to =
          link && stepOf(document.getElementById(link.getAttribute('href')?.slice(1) ?? ''))
        if (to !== null) go(to)
      }}
    >
      {children}
    </Form>
  )
}

/**
 * The list of steps, with the current one marked. It takes the focus when the step changes. It is
 * there before hydration too, so that nothing moves when the scripts start.
 */
export function StepBar() {
  const t = useT()
  const { at, labels, go } = useSteps()
  const bar = useRef<HTMLOListElement>(null)
  const shown = useRef(at)
  useEffect(() => {
    const changed = shown.current !== null && shown.current !== at
    // A refused form's summary keeps it.
    if (changed && !document.activeElement?.closest('[role=alert]')) {
      bar.current?.querySelector<HTMLElement>('[aria-current]')?.focus()
      bar.current?.scrollIntoView({ block: 'nearest' })
    }
    shown.current = at
  }, [at])
  const reached = at ?? 0
  return (
    <ol
      ref={bar}
      data-steps
      aria-label={t('common:form.steps')}
      className="flex gap-2 text-14 noscript:hidden"
    >
      {labels.map((label, step) => (
        <li
          key={label}
          aria-current={step === at ? 'step' : undefined}
          tabIndex={-1}
          className={cx(
            'min-w-0 flex-1 border-t-4 pt-1 outline-none',
            step <= reached ? 'border-brand' : 'border-line',
            step === reached ? 'font-medium' : 'text-muted',
          )}
        >
          {step < reached ? (
            <button type="button" className="text-left underline" onClick={() => go(step)}>
              {label}
            </button>
          ) : (
            label
          )}
        </li>
      ))}
    </ol>
  )
}

/** The fields of a step, under its name where all steps are shown at once. */
export function Step({ n, children }: { n: number; children: ReactNode }) {
  const { at, labels } = useSteps()
  return (
    <fieldset
      data-step={n}
      hidden={at !== null && at !== n}
      className="flex min-w-0 flex-col gap-4"
    >
      <legend
        className={
          at === null
            ? cx('mb-3 font-semibold text-16', n === 0 && 'not-noscript:sr-only')
            : 'sr-only'
        }
      >
        {labels[n]}
      </legend>
      {children}
    </fieldset>
  )
}

/** Shown at the first step, and where there are no steps. */
export function FirstStep({ children }: { children: ReactNode }) {
  return useSteps().at ? null : children
}

type StepButtonsProps = { form: string; submit: ReactNode }

/** One step back, and one on; the last step, and a form without steps, has its own button. */
export function StepButtons({ form, submit }: StepButtonsProps) {
  const t = useT()
  const { at, labels, go } = useSteps()
  if (at === null) return submit
  return (
    <div className="flex w-full gap-2">
      {at > 0 && (
        <Button variant="secondary" className="shrink-0" onClick={() => go(at - 1)}>
          {t('common:form.back')}
        </Button>
      )}
      {at < labels.length - 1 ? (
        <Button key="next" type="submit" form={form} wide>
          {t('common:form.next')}
        </Button>
      ) : (
        submit
      )}
    </div>
  )
}
