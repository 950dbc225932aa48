import type { DepositStory } from '#app/group/rules/deposit-fate.ts'
import type { Format } from './format.ts'
import type { Translate } from './keys.ts'

/*
 * What happened to a deposit, in words: the only place where a `DepositStory` becomes a text.
 * Records, lists, the console and exports differ in wording, never in content.
 */

type Texts = { t: Translate; format: Pick<Format, 'money'> }

const paramsOf = ({ amount, back }: DepositStory, { format }: Texts) => ({
  amount: format.money(amount),
  back: format.money(back),
})

/** For its owner, as a fact: “£20 held, not charged”. */
export function depositFact(kind: 'carpool' | 'trip', story: DepositStory, texts: Texts): string {
  const isPlainlyPaid = kind === 'trip' && story.fate === 'counted'
  return texts.t(
    isPlainlyPaid ? 'trip:fact.depositPaid' : `carpool:record.depositStatus.${story.fate}`,
    paramsOf(story, texts),
  )
}

/** Which sentence explains the deposit to the owner of a released place. */
export function releasedAs({
  fate,
}: DepositStory): 'released' | 'releasedBack' | 'releasedNothing' {
  if (fate === 'kept') return 'released'
  return fate === 'back' || fate === 'partBack' ? 'releasedBack' : 'releasedNothing'
}

/** For administrators and the accounts. */
export const depositNote = (story: DepositStory, texts: Texts): string =>
  texts.t(`admin:group.deposit.${story.fate}`, paramsOf(story, texts))
