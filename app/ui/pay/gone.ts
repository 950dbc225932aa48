/** Why a place is gone before it was paid: its time is up, unless it was cancelled. */
export const whyGone = (leaving: string | null): 'expired' | 'givenUp' | 'groupCancelled' =>
  leaving === 'givenUp' || leaving === 'groupCancelled' ? leaving : 'expired'
