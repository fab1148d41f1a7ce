/** `20 / 5 Mbps`: download, then upload. */
export function speedsOf(plan: { downloadSpeedMbps: number; uploadSpeedMbps: number }): string {
  return `${plan.downloadSpeedMbps} / ${plan.uploadSpeedMbps} Mbps`;
}
