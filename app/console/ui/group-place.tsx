import { usePartyFacts } from '#app/carpool/ui/party-facts.ts'
import type { GroupPlace, GroupView } from '#app/console/service/group-views.server.ts'
import type { Note } from '#app/console/service/notes.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { Card, type Fact, Facts } from '#app/web/ui/card.tsx'
import { SeatBadge, useMoneyWords } from './group-words.tsx'
import { IdLink, TextLink } from './kit.tsx'
import { Notes } from './notes.tsx'
import { Tel } from './order-lines.tsx'
import { PaymentRef } from './payment-ref.tsx'

type PlaceCardProps = {
  group: Pick<GroupView, 'id' | 'isAssignable'>
  place: GroupPlace
  notes: Note[]
  noteId: string
}

/**
 * A student's place in a group: who they are, what they have paid, how they travel; and a link to
 * refund them if that is possible.
 */
export function PlaceCard({ group, place, notes, noteId }: PlaceCardProps) {
  const t = useT()
  const { person, party, userId } = place
  const name = person?.name || t('admin:group.nobody')
  return (
    <Card as="li" className="figures flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-16">
          <TextLink to={`/admin/users/${userId}`} tall>
            {name}
          </TextLink>{' '}
          <span className="font-normal text-muted">
            {t('admin:group.party', { count: party.people })}
          </span>
        </h3>
        <SeatBadge place={place} />
      </div>
      {person && (
        <p className="flex flex-wrap items-center gap-x-4">
          <Tel tel={person.phone} />
          {person.wechat && (
            <span className="text-muted">{t('admin:group.wechat', { id: person.wechat })}</span>
          )}
        </p>
      )}
      <Facts items={useFacts(place)} />
      <div className="flex flex-wrap gap-3">
        {place.refund && (
          <LinkButton
            to={`refund/${place.participantId}`}
            variant="secondary"
            aria-label={t('admin:group.giveBack.about', { name })}
          >
            {t('admin:group.giveBack.open')}
          </LinkButton>
        )}
        {person && place.seat === 'taken' && group.isAssignable && (
          <LinkButton
            to={`/admin/correct?group=${group.id}&place=${place.participantId}`}
            variant="quiet"
            aria-label={t('admin:correct.about', { name })}
          >
            {t('admin:correct.open')}
          </LinkButton>
        )}
        {person && place.seat === 'taken' && (
          <LinkButton
            to={`/admin/messages/new?place=${place.participantId}`}
            variant="quiet"
            aria-label={t('admin:message.about', { name })}
          >
            {t('admin:message.send')}
          </LinkButton>
        )}
        {person && (
          <LinkButton
            to={`/admin/requests/new?place=${place.participantId}`}
            variant="quiet"
            aria-label={t('admin:request.askAbout', { name })}
          >
            {t('admin:request.ask')}
          </LinkButton>
        )}
      </div>
      <Notes
        subjectId={place.participantId}
        notes={notes}
        newId={`${noteId}-${place.participantId}`}
        name={name}
        isClosed={!person}
      />
    </Card>
  )
}

function useFacts(place: GroupPlace): Fact[] {
  const t = useT()
  const format = useFormat()
  const words = useMoneyWords()
  const { deposit, balance, convertedTo, holdExpiresAt } = place
  const { flight, others } = usePartyFacts(place.party)
  return [
    {
      term: t('admin:group.fact.deposit'),
      detail: (
        <Payment
          text={words.deposit(place)}
          intentId={deposit.intentId}
          isKept={deposit.status === 'captured'}
        />
      ),
    },
    {
      term: t('admin:group.fact.balance'),
      detail: balance.status !== 'none' && (
        <Payment
          text={words.balance(place)}
          intentId={balance.intentId}
          isKept={balance.status === 'paid'}
        />
      ),
    },
    {
      term: t('admin:group.fact.refunded'),
      detail: place.refunded > 0 && format.money(place.refunded),
    },
    { term: t('admin:group.fact.hold'), detail: holdExpiresAt && format.dateTime(holdExpiresAt) },
    {
      term: t('admin:group.fact.private'),
      detail: convertedTo && <IdLink to={`/admin/carpools/${convertedTo}`}>{convertedTo}</IdLink>,
    },
    flight,
    ...others,
  ]
}

type PaymentProps = { text: string; intentId: string | null; isKept: boolean }

function Payment({ text, intentId, isKept }: PaymentProps) {
  return (
    <>
      {text}
      {intentId && <PaymentRef id={intentId} isKept={isKept} />}
    </>
  )
}
