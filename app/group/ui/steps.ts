import type { NextStage } from '#app/carpool/ui/next.ts'
import { type GroupStatus, is } from '#app/group/rules/status.ts'
import type { StepState } from '#app/web/ui/step-dots.tsx'

/** The steps of a place's life, and the ways it can end. */
export type StepName =
  | 'deposit'
  | 'filled'
  | 'private'
  | 'balance'
  | 'departure'
  | 'unfilled'
  | 'choice'
  | 'left'
  | 'refund'
  | 'released'
  | 'cancelled'
export type Step = { name: StepName; state: StepState }

const step = (name: StepName, state: StepState): Step => ({ name, state })

/** How many steps of the usual life are done: deposit, group completed, balance, departure. */
const REACHED: Partial<Record<NextStage, number>> = {
  awaiting: 0,
  checking: 0,
  waiting: 1,
  deciding: 1,
  balanceDue: 2,
  privateDue: 2,
  othersDue: 3,
  ready: 3,
  private: 3,
  underWay: 4,
  completed: 4,
}

const unfilled = [step('deposit', 'done'), step('unfilled', 'stopped')]

/** The last steps of a place that ends early, after the deposit and the other steps it reached. */
const ENDED: Partial<Record<NextStage, Step[]>> = {
  gone: [step('deposit', 'stopped'), step('released', 'stopped')],
  failed: [...unfilled, step('choice', 'current')],
  failedLate: [...unfilled, step('choice', 'current')],
  failedOver: [...unfilled, step('refund', 'current')],
  refunded: [...unfilled, step('refund', 'done')],
  dayOver: [...unfilled, step('refund', 'done')],
  converted: [...unfilled, step('private', 'done')],
  exited: [step('deposit', 'done'), step('left', 'stopped'), step('refund', 'done')],
  cancelled: [step('deposit', 'stopped'), step('cancelled', 'stopped')],
  groupCancelled: [step('deposit', 'done'), step('cancelled', 'stopped'), step('refund', 'done')],
  moneyBack: [step('deposit', 'done'), step('refund', 'done')],
  refundOwed: [step('deposit', 'done'), step('refund', 'current')],
}

/** The last steps of a place whose group was complete, after deposit and completion. */
const ENDED_LATE: Partial<Record<NextStage, Step[]>> = {
  released: [step('balance', 'stopped'), step('released', 'stopped')],
  closed: [step('balance', 'stopped'), step('cancelled', 'stopped')],
  departed: [step('balance', 'stopped'), step('refund', 'done')],
  closedPaid: [step('balance', 'done'), step('cancelled', 'stopped')],
}

/** `balancePrice`: the price of a trip on top of its deposit; with 0, there is no balance. */
type GroupFacts = { status: GroupStatus; private?: boolean; balancePrice?: number }

/** The steps of a place at a stage, in order. */
export function stepsOf(stage: NextStage, group: GroupFacts): Step[] {
  const steps = allSteps(stage, group)
  return group.balancePrice === 0 ? steps.filter(({ name }) => name !== 'balance') : steps
}

function allSteps(stage: NextStage, { private: whole, status }: GroupFacts): Step[] {
  const middle: StepName = whole ? 'private' : 'filled'
  const late = ENDED_LATE[stage]
  if (late) return [step('deposit', 'done'), step(middle, 'done'), ...late]
  const ended = ENDED[stage]
  if (ended) return ended
  const names: StepName[] = ['deposit', middle, 'balance', 'departure']
  if (stage === 'depositLost' || stage === 'depositExpiring') {
    // The deposit has to be paid again; the other steps reached still count.
    const isSettled = !is(status, 'open')
    return names.map((name, at) =>
      step(name, at === 0 ? 'current' : at === 1 && isSettled ? 'done' : 'upcoming'),
    )
  }
  const done = REACHED[stage] ?? 0
  return names.map((name, at) =>
    step(name, at < done ? 'done' : at === done ? 'current' : 'upcoming'),
  )
}
