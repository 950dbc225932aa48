import type { Carrier } from '#app/orders/rules/postage.ts'

type Yuan = number | null
/** Maximum weight in kg, and yuan by carrier; null if it does not take a parcel of that weight. */
export type PostageSeed = { kg: number } & Record<Carrier, Yuan>

const row = (
  kg: number,
  SF: Yuan,
  HKA: Yuan,
  HKS: Yuan,
  RM: Yuan,
  TW: Yuan,
  MC: Yuan,
  UPS: Yuan,
  BPOST: Yuan,
): PostageSeed => ({ kg, SF, HKA, HKS, RM, TW, MC, UPS, BPOST })

/**
 * By weight. Sea mail starts above 4 kg, the Macau line above half a kilogram; the post offices end
 * at 20 kg.
 */
export const postageSeeds: PostageSeed[] = [
  //   kg    SF   HKA   HKS    RM    TW    MC   UPS BPOST
  row(0.5, 98, 88, null, 45.5, 92, null, 168, 108),
  row(1, 128, 112, null, 58, 118, 122, 198, 138),
  row(2, 188, 158, null, 76, 168, 172, 256, 205),
  row(3, 246, 205, null, 94, 218, 222, 314, 268),
  row(4, 304, 250, null, 111, 268, 271, 372, 330),
  row(5, 360, 295, 168, 128, 316, 320, 428, 390),
  row(6, 415, 340, 188, 143.5, 365, 369, 484, 449),
  row(8, 523, 428, 228, 172, 462, 466, 594, 565),
  row(10, 628, 515, 266, 198, 558, 562, 702, 680),
  row(12, 732, 602, 304, 224, 653, 658, 809, 793),
  row(15, 885, 730, 358, 262, 795, 800, 968, 960),
  row(18, 1035, 858, 412, 298, 935, 941, 1126, 1125),
  row(20, 1133, 942, 446, 318, 1028, 1034, 1230, 1232),
  row(23, 1280, null, 496, null, 1166, null, 1386, null),
  row(25, 1376, null, 528, null, 1257, null, 1488, null),
  row(30, 1615, null, 608, null, null, null, 1742, null),
]
