/**
 * A UK mobile number that no other test uses: limits count by phone. All of 073 are mobiles, and
 * texts go there.
 */
export const newPhone = () =>
  `073${String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(8, '0')
    .slice(-8)}`
