import { useLocation } from '@remix-run/react'
import { FoldedDescriptions } from '#app/carpool/ui/service-descriptions.tsx'
import type { ServiceDescription } from '#app/catalog/service/catalog.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { OrderKind } from '#app/orders/rules/order.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton, SubmitButton } from '#app/web/ui/button.tsx'
import { DialogRoute } from '#app/web/ui/dialog.tsx'
import {
  ErrorSummary,
  FormErrors,
  type SummaryItem,
  summaryOf,
} from '#app/web/ui/error-summary.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { type FormFields, type FormResult, formOf } from '#app/web/ui/form-state.ts'
import { ShownPrice } from '#app/web/ui/shown-price.tsx'
import { BaseLines } from './base-lines.tsx'
import { MailFields } from './mail-fields.tsx'
import { MoveFields } from './move-fields.tsx'
import { minePath, underPath } from './query.ts'
import type { OrderValues } from './values.ts'

export type CreateDialogProps = {
  kind: OrderKind
  values: OrderValues
  attemptId: string
  /** Pence; 0 if nothing is due. */
  amount: number
  earliest: string
  latest: string
  descriptions: ServiceDescription[]
  /** `cancelled`: the form holds the values of an order that no longer exists. */
  answer: { result: FormResult; cancelled: boolean } | undefined
}

/** The form that orders a service: its fields, the price now and later, and one button. */
export function CreateDialog(props: CreateDialogProps) {
  const { kind, values, attemptId, amount, earliest, latest, descriptions, answer } = props
  const t = useT()
  const format = useFormat()
  const { search } = useLocation()
  const { form, fields, errors } = formOf('order', { ...values, attemptId }, answer?.result ?? null)
  const summary = useSummary(kind, fields)
  const Fields = FIELDS[kind]
  return (
    <DialogRoute
      title={t(`order:${kind}.createTitle`)}
      closeTo={underPath(kind, search)}
      footer={
        <SubmitButton form={form.id} wide busyLabel={t('order:submit.busy')}>
          {amount === 0
            ? t('order:submit.free')
            : t('order:submit.pay', { amount: format.money(amount) })}
        </SubmitButton>
      }
    >
      <Form method="post" {...form} preview={kind === 'mail'} className="flex flex-col gap-4">
        <input type="hidden" name="attemptId" value={fields.attemptId.value} />
        {answer?.cancelled ? (
          <Banner tone="info" role="status" title={t('order:form.cancelledTitle')}>
            {t('order:form.cancelledText')}
          </Banner>
        ) : (
          <p className="text-muted">{t(`order:${kind}.createLead`)}</p>
        )}
        <FormErrors
          errors={errors}
          title={t('order:form.failed')}
          action={
            answer?.result.failure?.params?.context === 'unpaid' && (
              <LinkButton small variant="secondary" to={minePath(kind)}>
                {t('order:form.toUnpaid')}
              </LinkButton>
            )
          }
        />
        <ErrorSummary items={summary} />
        <Fields fields={fields} earliest={earliest} latest={latest} />
        <FoldedDescriptions items={descriptions} label={t(`order:${kind}.readService`)} />
        <ShownPrice amount={amount} />
        <BaseLines kind={kind} amount={amount} />
      </Form>
    </DialogRoute>
  )
}

const FIELDS = { mail: MailFields, move: MoveFields } satisfies Record<OrderKind, unknown>

/** The form's errors by field, in the order of the form. */
function useSummary(kind: OrderKind, fields: FormFields<OrderValues>): SummaryItem[] {
  const t = useT()
  const boxes = [fields.estBoxNum, t('order:form.estBoxNum')] as const
  const person = [
    [fields.userName, t('order:form.userName')],
    [fields.tel, t('order:form.tel')],
  ] as const
  const from = [fields.fromAddress, t(`order:${kind}.from`)] as const
  const to = [fields.toAddress, t(`order:${kind}.to`)] as const
  const send = [fields.sendDate, t(`order:${kind}.sendDate`)] as const
  const asked: Record<OrderKind, Parameters<typeof summaryOf>[0]> = {
    mail: [
      [fields.shipCompany, t('order:form.carrier')],
      to,
      [fields.toZip, t('order:form.toZip')],
      boxes,
      [fields.buyBoxNum, t('order:form.buyBoxNum')],
      [fields.boxDate, t('order:form.boxDate')],
      from,
      [fields.fromZip, t('order:form.fromZip')],
      send,
      ...person,
    ],
    move: [
      from,
      [fields.fromZip, t('order:form.moveFromZip')],
      to,
      [fields.toZip, t('order:form.moveToZip')],
      boxes,
      send,
      ...person,
      [fields.friTel, t('order:form.friTel')],
    ],
  }
  return summaryOf(asked[kind])
}
