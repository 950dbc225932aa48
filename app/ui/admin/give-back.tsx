import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { GroupView, NamedRefund } from '#app/services/admin/groups.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Page, Section } from '#app/ui/page.tsx'
import { Refunds } from './group-refunds.tsx'
import { GroupBadges, groupPath, useGroupName } from './group-words.tsx'

type GiveBackProps = {
  title: string
  group: GroupView
  now: number
  /** Why it was not done just now, and the heading above that. */
  refusal: { title: string; text: string } | null
  /** Who gets what; null if there is nothing to give back any more, which `nothing` explains. */
  refunds: NamedRefund[] | null
  nothing: string
  /** The text above the refunds, and below them. */
  heading: string
  consequence: string
  /** A fingerprint of what was shown, posted with the form. */
  seen: string
  submit: string
  keep: string
}

/** The step before a group's money is refunded: exactly what, and the button that does it. */
export function GiveBack({ title, group, now, refusal, refunds, ...words }: GiveBackProps) {
  const t = useT()
  const format = useFormat()
  const nameOf = useGroupName()
  const here = groupPath(group)
  return (
    <Page
      title={title}
      lead={
        <span className="figures">
          {nameOf(group)} · {format.dateTime(group.at)} {t('common:londonTime')}
        </span>
      }
      action={<GroupBadges group={group} now={now} />}
      back={{ to: here, label: t('admin:group.cancel.back') }}
    >
      {refusal && (
        <Banner tone="danger" role="alert" title={refusal.title}>
          {refusal.text}
        </Banner>
      )}
      {refunds ? (
        <Decision here={here} refunds={refunds} {...words} />
      ) : (
        <Banner tone="info">{words.nothing}</Banner>
      )}
    </Page>
  )
}

type DecisionProps = Pick<GiveBackProps, 'heading' | 'consequence' | 'seen' | 'submit' | 'keep'> & {
  here: string
  refunds: NamedRefund[]
}

function Decision({
  here,
  refunds,
  heading,
  consequence,
  seen,
  submit,
  keep,
}: DecisionProps): ReactNode {
  return (
    <>
      <Section id="who" title={heading}>
        <Refunds title={heading} refunds={refunds} />
      </Section>
      <p className="max-w-text text-muted">{consequence}</p>
      <Form method="post" className="flex flex-wrap gap-3">
        <input type="hidden" name="seen" value={seen} />
        <Button type="submit" variant="danger">
          {submit}
        </Button>
        <LinkButton to={here} variant="quiet">
          {keep}
        </LinkButton>
      </Form>
    </>
  )
}
