import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { mayDo } from '#app/console/service/access.server.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { COMPANY_MAX } from '#app/payments/rules/sale.ts'
import { putCompany, type Receipt, readReceipts } from '#app/payments/service/receipts.server.ts'
import { requiredText } from '#app/schemas/common.server.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm, refuseForm } from '#app/web/http/form.server.ts'
import { requireUser } from '#app/web/http/guard.server.ts'
import { Button } from '#app/web/ui/button.tsx'
import { Card, Facts } from '#app/web/ui/card.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { Field } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, formOf } from '#app/web/ui/form-state.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'pay:receipt.title' }

const companySchema = z.object({ company: requiredText(COMPANY_MAX) })

/** Whether an administrator looks who may see records; they need no login of a student. */
async function isOffice(context: AppContext): Promise<boolean> {
  const viewer = await context.adminViewer()
  return viewer !== null && mayDo(viewer.session, { scope: 'records' }, context.clock.now()).ok
}

/** The receipts of a payment or of what was paid for, to its owner, or to us. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { id = '' } = params
  const office = (await isOffice(context)) ? await readReceipts(context, id, null) : []
  if (office.length > 0) return { receipts: office, isOwner: false }
  const user = await requireUser(context, request)
  const receipts = await readReceipts(context, id, user.id)
  if (receipts.length === 0) throw new Response(null, { status: 404 })
  return { receipts, isOwner: true }
}

/** Puts the owner's company on one receipt, once. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const { id = '' } = params
  const form = await request.formData()
  const own = await readReceipts(context, id, user.id)
  const intentId = String(form.get('payment') ?? '')
  if (!own.some((one) => one.intentId === intentId)) throw new Response(null, { status: 404 })
  const read = readForm(context, form, companySchema)
  if (!read.ok) return refuseForm(context, form, read.error)
  const put = await putCompany(context, { intentId, userId: user.id, ...read.value })
  const key = put ? 'pay:receipt.named' : 'pay:receipt.namedBefore'
  return redirectWithFlash(context, `/receipt/${id}`, { kind: put ? 'success' : 'info', key })
}

/** One page for each payment: a simplified invoice, or a numbered one. */
export default function ReceiptPage() {
  const t = useT()
  const { receipts, isOwner } = useLoaderData<typeof loader>()
  return (
    <Page width="text" title={t('pay:receipt.title')}>
      {receipts.map((receipt) => (
        <ReceiptCard key={receipt.intentId} receipt={receipt} isOwner={isOwner} />
      ))}
      <p className="text-14 text-muted print:hidden">{t('pay:receipt.print')}</p>
    </Page>
  )
}

type ReceiptProps = { receipt: Receipt; isOwner: boolean }

function ReceiptCard({ receipt, isOwner }: ReceiptProps) {
  const t = useT()
  const format = useFormat()
  const { intentId, seller, rate, vat, amount, refunds, number, company, paidOn } = receipt
  const { money, longDay } = format
  const vatFacts = (of: { amount: number; vat: number }) => [
    { term: t('pay:receipt.net'), detail: rate !== null && money(of.amount - of.vat) },
    { term: t('pay:receipt.vat', { rate: rate ?? 0 }), detail: rate !== null && money(of.vat) },
  ]
  const form = number === null ? 'simple' : 'full'
  return (
    <Card as="section" labelledBy={intentId} className="figures receipt flex flex-col gap-4">
      <div className="flex flex-wrap justify-between gap-4">
        <div>
          <h2 id={intentId} className="text-22">
            {t(rate === null ? 'pay:receipt.one' : `pay:receipt.vatOne.${form}`)}
          </h2>
          {number && <p className="font-medium">{number}</p>}
        </div>
        <div className="text-14">
          <p className="font-semibold">{seller.companyName || t('pay:receipt.noCompany')}</p>
          <p className="whitespace-pre-line">
            {seller.companyAddress || t('pay:receipt.noAddress')}
          </p>
          <p>
            {rate === null
              ? t('pay:receipt.noVat')
              : t('pay:receipt.vatNumber', {
                  number: seller.vatNumber || t('pay:receipt.noVatNumber'),
                })}
          </p>
        </div>
      </div>
      {company && (
        <p className="whitespace-pre-line">
          <span className="text-muted">{t('pay:receipt.to')}</span> {company}
        </p>
      )}
      <Facts
        items={[
          { term: t('pay:receipt.paidAt'), detail: longDay(paidOn) },
          { term: t('pay:receipt.for'), detail: <What receipt={receipt} /> },
          { term: t('pay:receipt.day'), detail: longDay(receipt.about.day) },
          { term: t('pay:receipt.people'), detail: receipt.about.people ?? null },
          ...vatFacts({ amount, vat }),
          { term: t('pay:receipt.total'), detail: <strong>{money(amount)}</strong> },
          { term: t('pay:receipt.payment'), detail: <span className="text-13">{intentId}</span> },
        ]}
      />
      {refunds.map((refund, at) => (
        <section key={refund.id} aria-labelledby={refund.id} className="border-line border-t pt-3">
          <h3 id={refund.id} className="text-18">
            {t(rate === null ? 'pay:receipt.refund' : 'pay:receipt.credit')}
            {number && ` ${number}/${at + 1}`}
          </h3>
          <Facts
            items={[
              { term: t('pay:receipt.refundedAt'), detail: longDay(refund.madeOn) },
              ...vatFacts(refund),
              {
                term: t('pay:receipt.refunded'),
                detail: <strong>{money(refund.amount)}</strong>,
              },
            ]}
          />
        </section>
      ))}
      {isOwner && !company && <CompanyForm intentId={intentId} />}
    </Card>
  )
}

/** What was sold: the deposit or balance of a ride, an order, a bill. */
function What({ receipt: { sale, about } }: { receipt: Receipt }) {
  const t = useT()
  const { terminal } = useFormat()
  const airport = useLanguage() === 'zh' ? about.airportZh : about.airportEn
  const { tripType } = about
  const isRoute = airport && (tripType === 'PICKUP' || tripType === 'DROPOFF')
  const route = isRoute ? t(`carpool:route.${tripType}`, { airport: terminal(airport) }) : null
  return [t(`pay:receipt.sale.${sale}`), route ?? about.tripName].filter(Boolean).join(' · ')
}

function CompanyForm({ intentId }: { intentId: string }) {
  const t = useT()
  const answer = useActionData<typeof action>()
  const sent = answer?.result ?? null
  const isThis = sent?.sent.some(([name, text]) => name === 'payment' && text === intentId)
  const { form, fields, errors } = formOf(`for-${intentId}`, { company: '' }, isThis ? sent : null)
  return (
    <details className="print:hidden" open={isThis}>
      <summary className="flex min-h-11 items-center text-brand">
        {t('pay:receipt.invoice')}
      </summary>
      <Form method="post" {...form} className="flex flex-col gap-3">
        <input type="hidden" name="payment" value={intentId} />
        <FormErrors errors={errors} title={t('pay:receipt.notNamed')} />
        <Field
          label={t('pay:receipt.company')}
          hint={t('pay:receipt.companyHint')}
          errors={fields.company.errors}
          input={{ ...control(fields.company), maxLength: COMPANY_MAX, required: true }}
        />
        <Button type="submit" variant="secondary">
          {t('pay:receipt.companySave')}
        </Button>
      </Form>
    </details>
  )
}
