import { z } from 'zod';
import type { Method } from '#modules/bookings/rules.ts';

/** The settings of a payment provider, declared in its folder. Each variable describes itself for docs/settings.md. */
export interface ProviderSettings<Shape extends z.ZodRawShape, Keys> {
  /** The payment method that needs these settings. */
  method: Method;
  environment: Shape;
  /** Without them the provider is not set up. They go together. */
  required: readonly (keyof Shape & string)[];
  /** Error text when some of them are missing, such as `set all five BKASH_ settings or none`. */
  together: string;
  /** URLs that receive secrets, or from which pages load scripts: they need https. */
  addresses: readonly (keyof Shape & string)[];
  /** Settings whose sandbox values production refuses. */
  sandboxChecks?: readonly { name: keyof Shape & string; isSandbox(value: string): boolean; fault: string }[];
  /** Returns the keys of the provider. All required settings are set. */
  keysOf(settings: z.output<z.ZodObject<Shape>>): Keys;
}

/** Returns the declaration with its types. */
export function declareSettings<Shape extends z.ZodRawShape, Keys>(
  settings: ProviderSettings<Shape, Keys>,
): ProviderSettings<Shape, Keys> {
  return settings;
}

export const providerKey = z.string().min(4);

const SANDBOX_HOST = /(^|[.-])sandbox([.-]|$)/i;

/** Whether a URL is a sandbox, which charges nothing. */
export function isSandboxUrl(url: string): boolean {
  return SANDBOX_HOST.test(new URL(url).hostname);
}
