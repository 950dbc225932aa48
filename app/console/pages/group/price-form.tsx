import type { GroupView } from '#app/console/service/group-views.server.ts'
import type { PriceChange } from '#app/console/service/groups.server.ts'
import { Changes } from '#app/console/ui/kit.tsx'
import { Again } from '#app/console/ui/proofs.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { amountText } from '#app/kernel/money.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Field } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Section } from '#app/web/ui/page.tsx'

/** A price as typed, with the change it makes (null: none) or its error. */
export type WeighedPrice = { text: string; change: PriceChange | null; error: string | null }
type PriceFormProps = {
  group: GroupView
  pricing: WeighedPrice | null
  /** The answer to a refused price. */
  answer: (Pick<WeighedPrice, 'text' | 'error'> & { notAgain?: string }) | null
}

/** A trip's balance price: typed, previewed, then saved. */
export function PriceForm({ group, pricing, answer }: PriceFormProps) {
  const t = useT()
  if (group.about.kind !== 'trip') return null
  const error = answer?.error ?? pricing?.error
  const isFixed = group.places.some((p) => p.balance.status === 'paid')
  return (
    <Section id="group-price" title={t('admin:group.price.title')}>
      <Card>
        {isFixed ? (
          <p className="text-muted">{t('admin:group.price.fixed')}</p>
        ) : pricing?.change && (!answer || answer.notAgain) ? (
          <Preview change={pricing.change} text={pricing.text} notAgain={answer?.notAgain} />
        ) : (
          <Form method="get" className="flex flex-col items-start gap-3">
            <p className="text-muted">{t('admin:group.price.lead')}</p>
            <Field
              label={t('admin:group.price.label')}
              errors={error ? [error] : undefined}
              prefix="£"
              input={{
                id: 'price',
                name: 'price',
                inputMode: 'decimal',
                defaultValue: answer?.text ?? pricing?.text ?? amountText(group.about.balancePrice),
              }}
            />
            <Button type="submit" variant="secondary">
              {t('admin:group.price.show')}
            </Button>
          </Form>
        )}
      </Card>
    </Section>
  )
}

type PreviewProps = { change: PriceChange; text: string; notAgain: string | undefined }

function Preview({ change, text, notAgain }: PreviewProps) {
  const t = useT()
  const format = useFormat()
  const { from, to, joined, until, isRaise, isLeap } = change
  const [before, after] = [format.money(from), format.money(to)]
  const changes = from === to ? [] : [{ what: t('admin:group.fact.balancePrice'), before, after }]
  return (
    <Form method="post" className="flex flex-col gap-3">
      <Changes changes={changes} />
      {isRaise && (
        <Banner tone="warn">
          {t('admin:group.price.raise', { count: joined, before, until: format.dateTime(until) })}
        </Banner>
      )}
      {isLeap && (
        <Again name="again" what={t('admin:group.fact.balancePrice')} error={notAgain} prefix="£" />
      )}
      <input type="hidden" name="price" value={text} />
      <div className="flex flex-wrap gap-3">
        {from !== to && <Button type="submit">{t('admin:change.save')}</Button>}
        <LinkButton to="." variant="quiet">
          {t('admin:change.back')}
        </LinkButton>
      </div>
    </Form>
  )
}
