import { money, owes, placeFactsOf } from '#app/notices/rules/notice-truth.ts'

export const autoPayNotices = {
  /** At most `amount` pence are charged to the saved card at `until`. */
  autoPayTold: money(
    'info',
    (about) => placeFactsOf(about)?.autoPay === true && owes(about) !== false,
    {
      page: ({ tripId, participantId }) => [
        `/${tripId === undefined ? 'carpool' : 'trip'}/auto-pay/${participantId}`,
        'autoPay',
      ],
    },
  ),
  /** They were not, and have to be paid by hand. */
  autoPayFailed: money('warn', owes, { subject: 'due' }),
}
