import { repayBy } from '#app/carpool/rules/permissions.ts'
import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { is } from '#app/group/rules/status.ts'
import { releasedAs } from '#app/i18n/deposit-words.ts'
import type { Format } from '#app/i18n/format.ts'
import type { TParams, Translate } from '#app/i18n/keys.ts'
import { type Language, LINK_LANGUAGE } from '#app/i18n/languages.ts'
import {
  Ban,
  Car,
  CircleCheck,
  CircleX,
  Hourglass,
  type IconType,
  TriangleAlert,
} from '#app/web/ui/icon.tsx'
import { owedOf } from '#app/web/ui/money-back.ts'
import type { Tone } from '#app/web/ui/tone.ts'
import { balancePath, payPath, recordPath } from './paths.ts'
import { type PlaceStage, stageOf } from './stage.ts'

/** The one thing to do next. `document`: a payment page, which has its own security policy. */
export type NextButton = { to: string; label: string; document?: true; quiet?: true }
/** `deciding`: it is not known yet whether a trip goes ahead. */
export type NextStage = PlaceStage | 'deciding'
export type Next = {
  stage: NextStage
  tone: Tone
  icon: IconType
  /** The name of the state, the same everywhere. */
  name: string
  /** One sentence: the next step and its deadline, or how the booking ended. */
  text: string
  /** The deadline in the sentence; shown with the time left until then. */
  until: number | null
  button: NextButton | null
}

export const LOOKS: Record<NextStage, [Tone, IconType]> = {
  awaiting: ['accent', Hourglass],
  depositLost: ['danger', TriangleAlert],
  depositExpiring: ['danger', TriangleAlert],
  checking: ['info', Hourglass],
  gone: ['neutral', CircleX],
  waiting: ['brand', Hourglass],
  deciding: ['info', Hourglass],
  balanceDue: ['accent', Hourglass],
  othersDue: ['brand', Hourglass],
  ready: ['ok', CircleCheck],
  failed: ['warn', CircleX],
  failedLate: ['warn', CircleX],
  failedOver: ['neutral', CircleX],
  privateDue: ['accent', Car],
  private: ['ok', Car],
  underWay: ['brand', Car],
  completed: ['neutral', CircleCheck],
  closed: ['neutral', Ban],
  closedPaid: ['warn', Ban],
  cancelled: ['neutral', Ban],
  exited: ['neutral', Ban],
  refunded: ['neutral', CircleX],
  dayOver: ['neutral', CircleX],
  converted: ['info', Car],
  moved: ['info', Car],
  departed: ['neutral', Ban],
  groupCancelled: ['warn', Ban],
  moneyBack: ['neutral', CircleX],
  released: ['warn', CircleX],
  refundOwed: ['danger', TriangleAlert],
}

/** States in which the owner may need customer service. */
export const NEEDS_HELP: NextStage[] = [
  'failedOver',
  'closed',
  'closedPaid',
  'released',
  'refundOwed',
]

export type About = { t: Translate; format: Format; language: Language; now: number }
/** The links of an ended place, if the page knows them. */
export type Ways = { formTo?: string; becameTo?: string | null }

/** Its car was not full, so no text says so. */
const fewerContext = ({ openedFor }: CarpoolRecord): TParams =>
  openedFor > 0 ? { context: 'fewer' } : {}

/** The next step of a record's owner. Every page that shows a record uses this. */
export function nextOf(record: CarpoolRecord, about: About, ways: Ways = {}): Next {
  const stage = stageOf(record)
  const [tone, icon] = LOOKS[stage]
  return {
    stage,
    tone,
    icon,
    name: about.t(`carpool:record.status.${stage}`, fewerContext(record)),
    text: sentenceOf(record, stage, about),
    until: untilOf(record, stage, about.now),
    button: buttonOf(record, stage, about, ways),
  }
}

function untilOf(record: CarpoolRecord, stage: PlaceStage, now: number): number | null {
  switch (stage) {
    case 'awaiting':
      return record.holdExpiresAt
    case 'depositLost':
    case 'depositExpiring':
      return repayBy({ ...record, ...record.deposit, depositStatus: record.deposit.status }, now)
    case 'balanceDue':
    case 'privateDue':
      return record.balanceDueAt
    case 'waiting':
      return is(record.status, 'joinable') ? record.cutoffAt : null
    case 'failed':
      return record.carpoolAt
    default:
      return null
  }
}

function sentenceOf(record: CarpoolRecord, stage: PlaceStage, { t, format, now }: About): string {
  const { carpoolAt, cutoffAt, balanceDueAt, holdExpiresAt, remainingAmount } = record
  const missing = record.maxPassengers - record.currentPassengers
  switch (stage) {
    case 'refundOwed':
      return t('carpool:record.step.refundOwed', { amount: format.money(owedOf(record)) })
    case 'awaiting':
      return t('carpool:record.step.awaiting', { until: format.time(holdExpiresAt ?? now) })
    case 'depositLost':
    case 'depositExpiring':
      return t(`carpool:record.step.${stage}`, {
        until: format.dateTime(untilOf(record, stage, now) ?? carpoolAt),
        amount: format.money(record.deposit.amount),
      })
    case 'waiting':
      return missing > 0
        ? t('carpool:record.step.waiting', { count: missing, cutoff: format.dateTime(cutoffAt) })
        : t('carpool:record.step.waitingFull')
    case 'balanceDue':
    case 'privateDue':
      return t(`carpool:record.step.${stage}`, {
        due: format.dateTime(balanceDueAt),
        amount: format.money(remainingAmount ?? 0),
        ...(record.openedFor > 0 && {
          people: record.maxPassengers,
          price: format.money(record.basePrice),
          context: 'fewer',
        }),
      })
    case 'ready':
    case 'private':
      return t('carpool:record.step.ready', { departure: format.dateTime(carpoolAt) })
    case 'othersDue':
      return t('carpool:record.step.othersDue', { due: format.dateTime(balanceDueAt) })
    case 'released':
      return t(`carpool:record.step.${releasedAs(record.depositStory)}`, {
        due: format.dateTime(balanceDueAt),
        amount: format.money(record.depositStory.back),
        // Nobody has paid, so the car does not go.
        ...(is(record.status, 'closed') && { context: 'closed' }),
      })
    case 'failed':
      return t('carpool:record.step.failed', {
        day: format.date(carpoolAt),
        ...(record.wentWithout && { context: 'without' }),
      })
    default:
      return t(`carpool:record.step.${stage}`)
  }
}

function buttonOf(
  record: CarpoolRecord,
  stage: PlaceStage,
  { t, format, language }: About,
  { formTo, becameTo }: Ways,
): NextButton | null {
  const { id, participantId, actions, status, remainingAmount } = record
  const amount = { amount: format.money(remainingAmount ?? 0) }
  switch (stage) {
    case 'awaiting':
      return document(payPath(participantId), t('account:record.action.payHold'))
    case 'depositLost':
    case 'depositExpiring':
      return document(
        payPath(participantId),
        t(
          `account:record.action.${is(status, 'chargesDeposit') ? 'payDepositTaken' : 'payDeposit'}`,
        ),
      )
    case 'waiting':
      return is(status, 'joinable')
        ? { to: `/share/carpool/${id}?${LINK_LANGUAGE}=${language}`, label: t('ride:do.share') }
        : null
    case 'balanceDue':
    case 'privateDue':
      return actions.includes('payRemaining')
        ? document(balancePath(participantId), t('account:record.action.payRemaining', amount))
        : null
    case 'failed':
    case 'failedLate':
      return { to: recordPath(participantId), label: t(`ride:do.${stage}`) }
    case 'converted':
    case 'moved':
      return becameTo ? { to: becameTo, label: t(`carpool:record.see.${stage}`) } : null
    case 'gone':
      return formTo ? { to: formTo, label: t('carpool:record.joinAgain'), quiet: true } : null
    default:
      return NEEDS_HELP.includes(stage)
        ? { to: '/#contact', label: t('account:record.contact'), quiet: true }
        : null
  }
}

/** A payment page. */
export const document = (to: string, label: string): NextButton => ({ to, label, document: true })
