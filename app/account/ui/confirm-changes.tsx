import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { ArrowRight, Icon } from '#app/web/ui/icon.tsx'

/** One thing that will change; empty means not given. */
export type Change = { label: string; from: string; to: string }

type ConfirmProps = {
  /** The form's id, sent with its buttons. */
  id: string
  warning: string
  changes: Change[]
  /** The values to post again, for saving or editing. */
  values: Record<string, string>
}

/**
 * The last step before saving (docs/rules.md#changing-an-account): a warning, and what will change.
 */
export function ConfirmChanges({ id, warning, changes, values }: ConfirmProps) {
  const t = useT()
  const show = (text: string) =>
    text || <span className="text-muted">{t('account:confirm.none')}</span>
  return (
    <Form method="post" id={id} className="flex flex-col gap-4">
      {/* The pressed button is gone: focus moves to the warning, which screen readers announce. */}
      {/* biome-ignore lint/a11y/noAutofocus: it is what the press led to */}
      <div autoFocus tabIndex={-1} className="outline-none">
        <Banner tone="warn" title={t('account:confirm.title')}>
          {warning}
        </Banner>
      </div>
      <dl className="flex flex-col gap-3">
        {changes.map(({ label, from, to }) => (
          <div key={label} className="rounded-card border border-line p-3">
            <dt className="text-13 text-muted">{label}</dt>
            <dd className="figures flex flex-wrap items-center gap-x-2 break-all">
              <span className="text-muted">{show(from)}</span>
              <Icon of={ArrowRight} size={18} className="text-muted" />
              <span className="for-ears">{t('account:confirm.becomes')}</span>
              <span className="font-medium">{show(to)}</span>
            </dd>
          </div>
        ))}
      </dl>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </Form>
  )
}

/** The buttons of a form's two steps: check first, then save or go back. */
export function StepButtons({ form, confirming }: { form: string; confirming: boolean }) {
  const t = useT()
  if (!confirming)
    return (
      <SubmitButton key="next" form={form} wide busyLabel={t('account:confirm.checking')}>
        {t('account:confirm.next')}
      </SubmitButton>
    )
  return (
    <>
      <SubmitButton key="back" form={form} name="intent" value="edit" variant="secondary">
        {t('account:confirm.back')}
      </SubmitButton>
      <SubmitButton
        key="save"
        form={form}
        name="intent"
        value="save"
        busyLabel={t('account:confirm.saving')}
        className="sm:flex-1"
      >
        {t('account:confirm.save')}
      </SubmitButton>
    </>
  )
}
