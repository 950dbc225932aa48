import { ADMIN_CONFIRMED_MS, ADMIN_SESSION_MS } from '#app/domain/admin.ts'
import {
  BALANCE_AFTER_COMPLETION_MS,
  BOARD_KEPT_DAYS,
  BOARD_OPEN_MS,
  BOARD_POSTS_MAX,
  CODE_LIFE_MS,
  DAY_MS,
  DEPARTS_SOON_MS,
  DEPOSIT_PENCE,
  DRAFT_MS,
  DRIVE_FROM_MS,
  DRIVE_PHONES_FROM_MS,
  DRIVE_UNTIL_MS,
  DRIVER_APART_MS,
  EMAIL_LINK_MS,
  FLIGHT_WINDOW_MS,
  HOLD_MS,
  hours,
  IDEMPOTENCY_KEPT_MS,
  minutes,
  ORDER_PAYMENT_MS,
  PHONE_SHOWN_MS,
  PRICE_RAISE_NOTICE_MS,
  REFUND_WORKING_DAYS,
  RIDE_SMS_PARTS,
  RIDE_SMS_PER_DAY,
  TRIP_BALANCE_BEFORE_START_MS,
  WEEK_DAYS,
  WISH_BOARD_PEOPLE,
  WISH_NEWS_PER_DAY,
  WISHES_PER_USER,
} from '#app/domain/limits.ts'
import { amountText } from '#app/domain/money.ts'

const inHours = (ms: number) => ms / hours(1)
const inMinutes = (ms: number) => ms / minutes(1)

/**
 * Values available in every text without being passed in: the numbers of the rules.
 * scripts/check-locales.ts rejects a text that contains one literally.
 */
export const constants: Record<string, string | number> = {
  deposit: `£${amountText(DEPOSIT_PENCE)}`,
  holdMinutes: inMinutes(HOLD_MS),
  draftMinutes: inMinutes(DRAFT_MS),
  orderMinutes: inMinutes(ORDER_PAYMENT_MS),
  codeMinutes: inMinutes(CODE_LIFE_MS),
  confirmMinutes: inMinutes(ADMIN_CONFIRMED_MS),
  flightHours: inHours(FLIGHT_WINDOW_MS),
  driverHours: inHours(DRIVER_APART_MS),
  driveFromHours: inHours(DRIVE_FROM_MS),
  driveUntilHours: inHours(DRIVE_UNTIL_MS),
  drivePhonesHours: inHours(DRIVE_PHONES_FROM_MS),
  phoneShownHours: inHours(PHONE_SHOWN_MS),
  boardHours: inHours(BOARD_OPEN_MS),
  boardDays: BOARD_KEPT_DAYS,
  boardPosts: BOARD_POSTS_MAX,
  completionHours: inHours(BALANCE_AFTER_COMPLETION_MS),
  tripBalanceHours: inHours(TRIP_BALANCE_BEFORE_START_MS),
  priceRaiseHours: inHours(PRICE_RAISE_NOTICE_MS),
  emailLinkHours: inHours(EMAIL_LINK_MS),
  keyHours: inHours(IDEMPOTENCY_KEPT_MS),
  adminHours: inHours(ADMIN_SESSION_MS),
  dayHours: inHours(DAY_MS),
  soonHours: inHours(DEPARTS_SOON_MS),
  weekDays: WEEK_DAYS,
  wishesMax: WISHES_PER_USER,
  wishNewsMax: WISH_NEWS_PER_DAY,
  wishBoardPeople: WISH_BOARD_PEOPLE,
  refundDays: REFUND_WORKING_DAYS,
  rideSmsParts: RIDE_SMS_PARTS,
  rideSmsMax: RIDE_SMS_PER_DAY,
}
