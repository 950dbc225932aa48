import type { AdminOrder } from '#app/console/service/orders.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { CARRIERS } from '#app/orders/rules/postage.ts'
import type { OrderStage } from '#app/orders/rules/stage.ts'
import type { RequestView } from '#app/requests/service/views.server.ts'
import { RequestSum } from '#app/requests/ui/request-sum.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { Field, SelectField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, type FormResult, formOf } from '#app/web/ui/form-state.ts'

type Shown = Pick<RequestView, 'lines' | 'amount' | 'fen' | 'fenPerPound' | 'note'> & {
  each: number[]
}
type NextStepProps = {
  order: AdminOrder
  stage: OrderStage
  /** The id of the request that weighing would make. */
  requestId: string
  result: FormResult | null
  shown: Shown | null
}

/** The one next step of an order, with the form that takes it. */
export function NextStep(props: NextStepProps) {
  const { order, stage } = props
  const t = useT()
  switch (stage) {
    case 'collect':
      return (
        <Form method="post">
          <input type="hidden" name="seen" value={order.status} />
          <Button type="submit" name="status" value="processing">
            {t('admin:order.step.collected')}
          </Button>
        </Form>
      )
    case 'weigh':
      return <Weigh {...props} />
    case 'quote':
      return (
        <div className="flex flex-wrap gap-3">
          <LinkButton to={`/admin/requests/new?about=${order.id}&what=move`}>
            {t('admin:order.step.quote')}
          </LinkButton>
          <Done {...props} variant="secondary" />
        </div>
      )
    case 'do':
      return <Done {...props} variant="primary" />
    case 'pay':
    case 'send':
    case 'done':
      return order.kind === 'mail' ? (
        <Parcels {...props} />
      ) : (
        stage === 'pay' && <Done {...props} variant="secondary" />
      )
    default:
      return null
  }
}

function Done({ order, variant }: NextStepProps & { variant: 'primary' | 'secondary' }) {
  const t = useT()
  return (
    <Form method="post">
      <input type="hidden" name="seen" value={order.status} />
      <Button type="submit" name="status" value="completed" variant={variant}>
        {t('admin:order.step.done')}
      </Button>
    </Form>
  )
}

/** The weights, the carrier, and what else is asked; first shown, then asked for. */
function Weigh({ order, requestId, result, shown }: NextStepProps) {
  const t = useT()
  const format = useFormat()
  const boxes = order.isBuyBox ? t('admin:order.weigh.boxes', { count: order.buyBoxNum ?? 0 }) : ''
  const start = {
    id: requestId,
    weights: '',
    carrier: order.shipCompany ?? '',
    extraText: boxes,
    extraAmount: '',
  }
  const { form, fields, errors } = formOf('weigh', start, result)
  return (
    <Form method="post" {...form} className="flex max-w-form flex-col gap-3">
      <FormErrors errors={errors} title={t('admin:request.notSent')} />
      <input type="hidden" name="id" value={fields.id.value} />
      <Field
        label={t('admin:order.weigh.weights')}
        hint={t('admin:order.weigh.weightsHint')}
        errors={fields.weights.errors}
        input={{ ...control(fields.weights), autoComplete: 'off' }}
      />
      <SelectField
        label={t('admin:order.fact.carrier')}
        errors={fields.carrier.errors}
        input={control(fields.carrier)}
        options={CARRIERS.map((value) => ({ value, label: t(`order:carrier.${value}`) }))}
      />
      <div className="grid grid-cols-[1fr_7rem] gap-2">
        <Field
          label={t('admin:order.weigh.extra')}
          optional
          errors={fields.extraText.errors}
          input={control(fields.extraText)}
        />
        <Field
          label={t('admin:order.weigh.extraAmount')}
          prefix="£"
          errors={fields.extraAmount.errors}
          input={{ ...control(fields.extraAmount), inputMode: 'decimal' }}
        />
      </div>
      {shown && (
        <div className="figures rounded-card border border-line p-3">
          <p className="text-14 text-muted">
            {shown.each.map((fen) => format.money(fen, 'cny')).join(' + ')}
          </p>
          <RequestSum request={shown} />
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="show" variant="secondary">
          {t('admin:request.show')}
        </Button>
        {shown && (
          <Button type="submit" name="intent" value="ask">
            {t('admin:order.weigh.ask', { amount: format.money(shown.amount) })}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** The numbers of the parcels: to send them, or to correct a number. */
function Parcels({ order, stage, result }: NextStepProps) {
  const t = useT()
  const start = { numbers: order.parcels?.join(', ') ?? '', reason: '' }
  const { form, fields, errors } = formOf('send', start, result)
  const isEarly = stage === 'pay'
  return (
    <Form method="post" {...form} className="flex max-w-form flex-col items-start gap-3">
      <FormErrors errors={errors} title={t('admin:order.notSaved')} />
      <Field
        label={t('admin:order.step.numbers')}
        hint={t('admin:order.step.numbersHint')}
        errors={fields.numbers.errors}
        className="w-full"
        input={{ ...control(fields.numbers), autoComplete: 'off' }}
      />
      {isEarly && (
        <Field
          label={t('admin:order.step.reason')}
          hint={t('admin:order.step.reasonHint')}
          errors={fields.reason.errors}
          input={control(fields.reason)}
        />
      )}
      <Button
        type="submit"
        name="intent"
        value="send"
        variant={stage === 'send' ? 'primary' : 'secondary'}
      >
        {t(`admin:order.step.send.${isEarly ? 'early' : stage === 'done' ? 'correct' : 'now'}`)}
      </Button>
    </Form>
  )
}
