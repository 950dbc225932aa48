import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import type { FormState } from './use-form.ts'
import { useHydrated } from './use-hydrated.ts'

/** A form in steps: `at` is the one shown, or null before scripts run, when all of them are. */
export type Steps = {
  at: number | null
  labels: readonly string[]
  go(to: number): void
  /** For the form: going on from a step before the last one checks that step and sends nothing. */
  on: {
    onSubmit(event: FormEvent<HTMLFormElement>): void
    onClick(event: MouseEvent<HTMLFormElement>): void
  }
}

const stepOf = (element: Element | null | undefined) => {
  const step = element?.closest<HTMLElement>('[data-step]')?.dataset.step
  return step === undefined ? null : Number(step)
}

/**
 * Shows a form one step at a time. A refused form returns to its first step with an error, and a
 * link to a field shows the field's step.
 */
export function useSteps(
  labels: readonly string[],
  { ref, check }: Pick<FormState<unknown>, 'check'> & Pick<FormState<unknown>['form'], 'ref'>,
  answer: unknown,
): Steps {
  const live = useHydrated()
  const [at, go] = useState(0)
  useEffect(() => {
    // Whoever started before the scripts did stays where they are.
    const before = stepOf(document.activeElement)
    const refused = answer ? stepOf(ref.current?.querySelector('[aria-invalid=true]')) : null
    const to = refused ?? before
    if (to !== null) go(to)
  }, [answer, ref])
  return {
    at: live ? at : null,
    labels,
    go,
    on: {
      onSubmit(event) {
        if (!live || at === labels.length - 1) return
        event.preventDefault()
        const step = event.currentTarget.querySelector(`[data-step="${at}"]`)
        if (step && check(step)) go(at + 1)
      },
      onClick({ target }) {
        const link = target instanceof Element ? target.closest('a[href^="#"]') : null
        const to =
          link && stepOf(document.getElementById(link.getAttribute('href')?.slice(1) ?? ''))
        if (to !== null) go(to)
      },
    },
  }
}

/** Where one is: takes the focus when the step changes. */
export function StepBar({ steps: { at, labels, go } }: { steps: Steps }) {
  const t = useT()
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
  if (at === null) return null
  return (
    <ol ref={bar} data-steps aria-label={t('common:form.steps')} className="flex gap-2 text-14">
      {labels.map((label, step) => (
        <li
          key={label}
          aria-current={step === at ? 'step' : undefined}
          tabIndex={-1}
          className={cx(
            'min-w-0 flex-1 border-t-4 pt-1 outline-none',
            step <= at ? 'border-brand' : 'border-line',
            step === at ? 'font-medium' : 'text-muted',
          )}
        >
          {step < at ? (
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
export function Step({ of, n, children }: { of: Steps; n: number; children: ReactNode }) {
  return (
    <fieldset
      data-step={n}
      hidden={of.at !== null && of.at !== n}
      className="flex min-w-0 flex-col gap-4"
    >
      <legend className={of.at === null ? 'mb-3 font-semibold text-16' : 'sr-only'}>
        {of.labels[n]}
      </legend>
      {children}
    </fieldset>
  )
}

type StepButtonsProps = { of: Steps; form: string; submit: ReactNode }

/** One step back, and one on; the last step, and a form without steps, has its own button. */
export function StepButtons({ of, form, submit }: StepButtonsProps) {
  const t = useT()
  const { at, labels, go } = of
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
