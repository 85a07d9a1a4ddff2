export interface BadRequest {
  method: string;
  path: string;
  body: string | undefined;
  contentType: string;
  token: 'known' | 'wrong' | 'absent';
}

export interface Answer {
  status: number;
  text: string;
}

export function badRequests(
  openapi: { paths: object },
  count: number,
  seed: number,
): Generator<BadRequest, void>;

export function send(url: string, known: string, request: BadRequest): Promise<Answer>;

export function faultOf(request: BadRequest, answer: Answer, secrets: readonly string[]): string | null;
