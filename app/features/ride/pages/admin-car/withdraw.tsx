import { Tick } from '#app/console/ui/tick.tsx'
import { useT } from '#app/i18n/context.tsx'
import { Button } from '#app/web/ui/button.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { Field } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, type FormResult, formOf } from '#app/web/ui/form-state.ts'
import { seenBy } from './form.tsx'

type WithdrawProps = {
  path: string
  version: number
  /** The version saved meanwhile, if any. */
  over: number | undefined
  maxLength: number
  result: FormResult | null
}

/** The form to withdraw the car, with a reason. Passengers who know about it are notified. */
export function Withdraw({ path, version, over, maxLength, result }: WithdrawProps) {
  const t = useT()
  const { form, fields, errors } = formOf('withdraw', { reason: '' }, result)
  return (
    <details open={result !== null} className="rounded-card border border-line bg-surface p-4">
      <summary className="min-h-11 content-center font-medium">{t('admin:car.withdraw')}</summary>
      <Form method="post" action={path} {...form} className="mt-2 flex flex-col items-start gap-3">
        <p className="text-14 text-muted">{t('admin:car.withdrawLead')}</p>
        <FormErrors errors={errors} />
        {over !== undefined && (
          <Tick
            name="over"
            value={String(over)}
            label={t('admin:car.over.withdraw')}
            defaultChecked={false}
          />
        )}
        <input type="hidden" name="seen" value={seenBy(result) ?? version} />
        <Field
          label={t('admin:car.withdrawReason')}
          hint={t('admin:car.reasonHint')}
          errors={fields.reason.errors}
          className="w-full"
          input={{ ...control(fields.reason), required: true, maxLength }}
        />
        <Button type="submit" name="intent" value="withdraw" variant="danger">
          {t('admin:car.withdraw')}
        </Button>
      </Form>
    </details>
  )
}
