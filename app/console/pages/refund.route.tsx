import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData, useParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { refundFormSchema } from '#app/console/schemas/refunds.server.ts'
import { refundPart, weighRefund } from '#app/console/service/refunds.server.ts'
import { IdLink } from '#app/console/ui/kit.tsx'
import { pathOfSubject } from '#app/console/ui/subject.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { REFUND_DAYS, REFUNDED_PER_DAY_PENCE } from '#app/kernel/limits.ts'
import { amountText, minorUnitsOf } from '#app/kernel/money.ts'
import { REFUND_NOTE_MAX, REFUND_REASONS } from '#app/payments/rules/refund-part.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { formResult, readForm, refuseForm } from '#app/web/http/form.server.ts'
import { askedIn } from '#app/web/http/search-params.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Card, Facts } from '#app/web/ui/card.tsx'
import { CheckField } from '#app/web/ui/check-field.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { Field, SelectField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, type FormResult, formOf } from '#app/web/ui/form-state.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:refundPart.title', console: true }

/** Money moves, so the administrator must have entered their password recently. */
const ACCESS = { scope: 'records', confirmed: true } as const

/** A payment, and the refund of it that the address asks for, before it is made. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { id: by } = await requireAdmin(context, request, ACCESS)
  const found = await weighRefund(context, params.intentId ?? '', by)
  if (!found.ok && found.error.code === 'notFound') throw new Response(null, { status: 404 })
  if (!found.ok) return { payment: null, ask: null, result: null }
  const payment = found.value
  const form = new FormData()
  for (const [name, value] of askedIn(request)) form.set(name, value)
  if (!form.has('reason')) return { payment, ask: null, result: null }
  form.set('attempt', crypto.randomUUID())
  const read = readForm(context, form, refundFormSchema)
  if (!read.ok) return { payment, ask: null, result: formResult(context, form, read.error) }
  const { amount, ...rest } = read.value
  const ask = { ...rest, amount: amountText(amount ?? payment.left), seen: payment.seen }
  return { payment, ask, result: null }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { id: by } = await requireAdmin(context, request, ACCESS)
  const { intentId = '' } = params
  const form = await request.formData()
  const read = readForm(context, form, refundFormSchema)
  if (!read.ok) return refuseForm(context, form, read.error)
  const ask = { ...read.value, amount: read.value.amount ?? 0 }
  const done = await refundPart(context, intentId, ask, by)
  if (!done.ok) return refuseForm(context, form, done.error)
  return redirectWithFlash(
    context,
    `/admin/payments/${intentId}`,
    done.value.applied
      ? { key: 'admin:refundPart.done' }
      : { kind: 'info', key: 'admin:refundPart.underWay' },
  )
}

/** A part of a payment that is refunded by hand: typed, previewed, then made. */
export default function RefundPart() {
  const t = useT()
  const format = useFormat()
  const { intentId } = useParams()
  const { payment, ask, result } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.result ?? result
  return (
    <Page
      width="text"
      title={t('admin:refundPart.title')}
      lead={payment && t('admin:refundPart.lead', { amount: format.money(payment.left) })}
      back={{ to: `/admin/payments/${intentId}`, label: t('admin:payment.one') }}
    >
      {payment && (
        <p>
          {t('admin:payment.fact.what')}{' '}
          <IdLink to={pathOfSubject(payment.subjectId)}>{payment.subjectId}</IdLink>
        </p>
      )}
      <FormErrors errors={refusal?.errors[''] ?? []} title={t('admin:refundPart.not')} />
      {/* Nobody knows whether it was made: only the same attempt can find out. */}
      {refusal?.failure?.code === 'unavailable' ? (
        <Preview ask={Object.fromEntries(refusal.sent)} />
      ) : payment ? (
        <NotNow payment={payment}>
          {ask && !refusal ? <Preview ask={ask} /> : <Ask refusal={refusal} />}
        </NotNow>
      ) : (
        <Banner tone="warn">{t('admin:payment.down')}</Banner>
      )}
    </Page>
  )
}

type NotNowProps = {
  payment: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['payment']>
  children: ReactNode
}

/** The form, or why nothing of the payment can be refunded here now. */
function NotNow({ payment: { why, spent }, children }: NotNowProps) {
  const t = useT()
  const format = useFormat()
  if (why)
    return <Banner tone="info">{t(`admin:refundPart.why.${why}`, { days: REFUND_DAYS })}</Banner>
  if (spent < REFUNDED_PER_DAY_PENCE) return children
  const max = format.money(REFUNDED_PER_DAY_PENCE)
  return <Banner tone="warn">{t('admin:refundPart.spent', { max })}</Banner>
}

function Ask({ refusal }: { refusal: FormResult | null }) {
  const t = useT()
  const values = { all: '', amount: '', reason: '', zh: '', en: '' }
  const { form, fields } = formOf('refund', values, refusal)
  const note = (name: 'zh' | 'en') => (
    <Field
      label={t(`admin:refundPart.${name}`)}
      optional
      errors={fields[name].errors}
      className="w-full"
      input={{ ...control(fields[name]), maxLength: REFUND_NOTE_MAX }}
    />
  )
  return (
    <Form method="get" {...form} className="flex flex-col items-start gap-4">
      <Field
        label={t('admin:payment.fact.amount')}
        errors={fields.amount.errors}
        prefix="£"
        input={{ ...control(fields.amount), inputMode: 'decimal', autoComplete: 'off' }}
      />
      <CheckField
        field={fields.all}
        label={t('admin:refundPart.all')}
        hint={t('admin:refundPart.allHint')}
      />
      <SelectField
        label={t('admin:refundPart.because')}
        placeholder={t('admin:refundPart.choose')}
        errors={fields.reason.errors}
        input={{ ...control(fields.reason), required: true }}
        options={REFUND_REASONS.map((value) => ({
          value,
          label: t(`admin:refundPart.reason.${value}`),
        }))}
      />
      <p className="text-muted">{t('admin:refundPart.noteLead')}</p>
      {note('zh')}
      {note('en')}
      <Button type="submit" variant="secondary">
        {t('admin:refundPart.show')}
      </Button>
    </Form>
  )
}

function Preview({ ask }: { ask: Record<string, string | boolean> }) {
  const t = useT()
  const format = useFormat()
  const { intentId } = useParams()
  const { amount, reason, zh, en, attempt, seen } = ask
  const pence = minorUnitsOf(String(amount)) ?? 0
  const left = Number.parseInt(String(seen), 10)
  const why = REFUND_REASONS.find((one) => one === reason) ?? 'other'
  const sent = { amount, reason, zh, en, attempt, seen }
  return (
    <Form method="post" className="flex flex-col gap-4">
      <Card className="figures">
        <Facts
          items={[
            {
              term: t('admin:payment.fact.amount'),
              detail: <strong>{format.money(pence)}</strong>,
            },
            {
              term: t('admin:refundPart.left'),
              detail: `${format.money(left)} → ${format.money(Math.max(0, left - pence))}`,
            },
            { term: t('admin:refundPart.because'), detail: t(`admin:refundPart.reason.${why}`) },
            { term: t('admin:refundPart.zh'), detail: zh !== '' && zh },
            { term: t('admin:refundPart.en'), detail: en !== '' && en },
          ]}
        />
      </Card>
      <p className="text-muted">{t('admin:refundPart.stays')}</p>
      {Object.entries(sent).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger">
          {t('admin:refundPart.submit', { amount: format.money(pence) })}
        </Button>
        <LinkButton to={`/admin/payments/${intentId}`} variant="quiet">
          {t('admin:group.giveBack.keep')}
        </LinkButton>
      </div>
    </Form>
  )
}
