import { Form } from '@remix-run/react'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { GroupView } from '#app/services/admin/groups.server.ts'
import { Tel } from '#app/ui/admin/order-lines.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'

type ShortfallProps = {
  group: GroupView
  /** Why it was not accepted just now. */
  refusal: string | null
}

/**
 * A group that goes although a student has not paid: who owes what, how to reach them, and what can
 * be decided.
 */
export function Shortfall({ group, refusal }: ShortfallProps) {
  const t = useT()
  const format = useFormat()
  const amount = format.money(group.shortfall)
  return (
    <Banner
      tone="warn"
      title={t('admin:group.shortfall.title', { amount })}
      action={
        <Form method="post" className="flex flex-wrap gap-3">
          <input type="hidden" name="step" value="accept" />
          <input type="hidden" name="seen" value={group.shortfall} />
          <Button type="submit">{t('admin:group.shortfall.accept', { amount })}</Button>
          {group.isCancellable && (
            <LinkButton to="cancel" variant="quiet">
              {t(`admin:group.cancel.open.${group.about.kind}`)}
            </LinkButton>
          )}
        </Form>
      }
    >
      {refusal && (
        <p role="alert" className="font-semibold">
          {refusal}
        </p>
      )}
      <p>{t('admin:group.shortfall.decide')}</p>
      <Owing group={group} />
    </Banner>
  )
}

function Owing({ group }: Pick<ShortfallProps, 'group'>) {
  const t = useT()
  const format = useFormat()
  return (
    <ul className="figures">
      {group.places
        .filter((p) => p.outstanding > 0)
        .map(({ participantId, person, outstanding }) => (
          <li key={participantId} className="flex flex-wrap items-center gap-x-4">
            {t('admin:group.shortfall.owes', {
              name: person?.name || t('admin:group.nobody'),
              amount: format.money(outstanding),
            })}
            {person && <Tel tel={person.phone} />}
            {person?.wechat && t('admin:group.wechat', { id: person.wechat })}
          </li>
        ))}
    </ul>
  )
}
