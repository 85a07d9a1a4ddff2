export interface BadRequest {
  method: string;
  path: string;
  body: string | undefined;
  contentType: string;
}
export function badRequests(
  openapi: { paths: object },
  count: number,
  seed: number,
): Generator<BadRequest, void>;
export function leaks(answer: string, sent: string, secrets: readonly string[]): string | null;
