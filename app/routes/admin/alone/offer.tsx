import { Form } from '@remix-run/react'
import type { AloneMark } from '#app/domain/group/alone-state.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { AloneChoice } from '#app/services/admin/alone.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary, FormErrors, summaryOf } from '#app/ui/error-summary.tsx'
import { DateTimeField } from '#app/ui/field.tsx'
import { control, type FormResult, useForm } from '#app/ui/use-form.ts'

type OfferProps = { choice: AloneChoice; result: FormResult | null }

/** When the car would leave; its passenger decides whether they take it. */
export function Offer({ choice, result }: OfferProps) {
  const t = useT()
  const format = useFormat()
  const values = { carpoolDatetime: format.wall(choice.offer?.carpoolAt ?? choice.proposed) }
  const { form, fields, errors } = useForm('alone', values, result)
  const label = t('admin:car.alone.at')
  return (
    <Form method="post" {...form} className="flex flex-col items-start gap-4">
      <FormErrors errors={errors} />
      <ErrorSummary items={summaryOf([[fields.carpoolDatetime, label]])} />
      <p className="text-muted">{t('admin:car.alone.rule')}</p>
      <input type="hidden" name="seen" value={choice.seen} />
      <DateTimeField
        label={label}
        hint={t('admin:car.alone.atHint')}
        errors={fields.carpoolDatetime.errors}
        input={{ ...control(fields.carpoolDatetime), required: true }}
      />
      <Button type="submit">
        {t('admin:car.alone.submit', { amount: format.money(choice.amount) })}
      </Button>
    </Form>
  )
}

/** What the passenger has been offered, and the way to take it back. */
export function Offered({ offer }: { offer: AloneMark }) {
  const t = useT()
  const format = useFormat()
  const words = {
    time: format.dateTime(offer.carpoolAt),
    amount: format.money(offer.amount),
    until: format.dateTime(offer.until),
  }
  return (
    <Banner
      tone="info"
      title={t(`admin:car.alone.offered.${offer.agreed ? 'agreed' : 'open'}`, words)}
      action={
        <Form method="post">
          <Button type="submit" name="intent" value="withdraw" variant="secondary" small>
            {t('admin:car.alone.withdraw')}
          </Button>
        </Form>
      }
    >
      {t('admin:car.alone.offered.text', words)}
    </Banner>
  )
}
