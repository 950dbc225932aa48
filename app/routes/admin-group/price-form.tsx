import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { amountText } from '#app/domain/money.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Changes } from '#app/ui/admin/kit.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Section } from '#app/ui/page.tsx'
import type { action, loader } from './route.tsx'

/** What a trip costs beside its deposit: typed, shown, then saved. */
export function PriceForm() {
  const t = useT()
  const { group } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (group.about.kind !== 'trip') return null
  const isFixed = group.places.some((p) => p.balance.status === 'paid')
  return (
    <Section id="group-price" title={t('admin:group.price.title')}>
      <Card>
        {isFixed ? (
          <p className="text-muted">{t('admin:group.price.fixed')}</p>
        ) : answer?.price ? (
          <Preview price={answer.price} text={answer.text} />
        ) : (
          <Form method="post" className="flex flex-col items-start gap-3">
            <p className="text-muted">{t('admin:group.price.lead')}</p>
            <Field
              label={t('admin:group.price.label')}
              errors={answer?.error ? [answer.error] : undefined}
              prefix="£"
              input={{
                id: 'price',
                name: 'price',
                inputMode: 'decimal',
                defaultValue: answer?.text ?? amountText(group.about.balancePrice),
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

function Preview({ price, text }: { price: { from: number; to: number }; text: string }) {
  const t = useT()
  const format = useFormat()
  const { from, to } = price
  const change = {
    what: t('admin:group.fact.balancePrice'),
    before: format.money(from),
    after: format.money(to),
  }
  return (
    <Form method="post" className="flex flex-col gap-3">
      <Changes changes={from === to ? [] : [change]} />
      <input type="hidden" name="price" value={text} />
      <div className="flex flex-wrap gap-3">
        {from !== to && (
          <Button type="submit" name="step" value="save">
            {t('admin:change.save')}
          </Button>
        )}
        <LinkButton to="." variant="quiet">
          {t('admin:change.back')}
        </LinkButton>
      </div>
    </Form>
  )
}
