const claimedMs = 250
const mostPerClaim = 500

/** How much mail goes out in a moment, as far as the last claims show: so much is in doubt if this process dies. */
export function createClaimSize(mailPerSecond: number) {
  const allowed = Math.min(Math.ceil((mailPerSecond * claimedMs) / 1000), mostPerClaim)
  let most = Math.min(allowed, 50)
  return {
    most: () => most,
    /** From a claim that took all it might. */
    learn(mails: number, tookMs: number) {
      most = Math.min(Math.ceil((mails * claimedMs) / tookMs), 2 * mails, allowed)
    },
  }
}
