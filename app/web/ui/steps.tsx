import { createContext, type ReactNode, useContext } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { FieldErrors } from './field.tsx'
import { Form } from './form.tsx'

// A form that is shown one step at a time where scripts run (app/web/page-script/steps.ts), and
// whole where they do not. What belongs to a step has `data-step`, and `data-current` while it is
// shown: at first the first one, or the first with an error.

/** `form`: the form's id. */
type StepsOf = { form: string; labels: readonly string[] }
const StepsContext = createContext<StepsOf>({ form: '', labels: [] })

/** Around the form and its buttons. */
export const Steps = ({ children, ...of }: StepsOf & { children: ReactNode }) => (
  <StepsContext.Provider value={of}>{children}</StepsContext.Provider>
)

/** The form itself. */
export function StepForm({ children }: { children: ReactNode }) {
  const t = useT()
  const { form } = useContext(StepsContext)
  return (
    <Form method="post" id={form} noValidate preview className="flex flex-col gap-4">
      {(['missing', 'outside'] as const).map((kind) => (
        <template key={kind} data-wrong={kind}>
          <FieldErrors id="" errors={[t(`common:form.${kind}`)]} />
        </template>
      ))}
      {children}
    </Form>
  )
}

/** Marks what belongs to a step. */
const stepAttributes = (n: number) => ({
  'data-step': n,
  'data-current': n === 0 ? '' : undefined,
})

/** The list of steps, with the current one marked. */
export function StepBar() {
  const t = useT()
  const { labels } = useContext(StepsContext)
  return (
    <ol
      data-steps
      aria-label={t('common:form.steps')}
      className="flex gap-2 text-14 noscript:hidden"
    >
      {labels.map((label, step) => (
        <li
          key={label}
          aria-current={step === 0 ? 'step' : undefined}
          tabIndex={-1}
          className="min-w-0 flex-1 border-line border-t-4 pt-1 text-muted outline-none aria-[current]:border-brand data-[done]:border-brand aria-[current]:font-medium aria-[current]:text-ink"
        >
          <button type="button" data-go={step} disabled className="text-left enabled:underline">
            {label}
          </button>
        </li>
      ))}
    </ol>
  )
}

/** The fields of a step, under its name where all steps are shown at once. */
export function Step({ n, children }: { n: number; children: ReactNode }) {
  const { labels } = useContext(StepsContext)
  return (
    <fieldset {...stepAttributes(n)} className="flex min-w-0 flex-col gap-4">
      <legend
        className={cx(
          'mb-3 font-semibold text-16 stepping:sr-only',
          n === 0 && 'not-noscript:sr-only',
        )}
      >
        {labels[n]}
      </legend>
      {children}
    </fieldset>
  )
}

/** Shown at the first step, and where there are no steps. */
export const FirstStep = ({ children }: { children: ReactNode }) => (
  <div {...stepAttributes(0)}>{children}</div>
)

/** One step back, and one on; the last step, and a form without steps, has its own button. */
export function StepButtons({ submit }: { submit: ReactNode }) {
  const t = useT()
  const { form, labels } = useContext(StepsContext)
  return (
    <div className="flex w-full gap-2">
      <Button variant="secondary" data-go="back" hidden className="shrink-0">
        {t('common:form.back')}
      </Button>
      {labels.slice(0, -1).map((label, step) => (
        <StepButton key={label} n={step} next>
          <Button type="submit" form={form} wide>
            {t('common:form.next')}
          </Button>
        </StepButton>
      ))}
      <StepButton n={labels.length - 1}>{submit}</StepButton>
    </div>
  )
}

type StepButtonProps = { n: number; next?: boolean; children: ReactNode }

/** `next`: goes on to the next step, so it is only there where scripts run. */
const StepButton = ({ n, next, children }: StepButtonProps) => (
  <div {...stepAttributes(n)} className={cx('flex-1', next ? 'hidden stepping:flex' : 'flex')}>
    {children}
  </div>
)
