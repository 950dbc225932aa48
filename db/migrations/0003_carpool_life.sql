CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `carpools` ADD `stuck` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `carpools` ADD `stuck_since_at` integer;--> statement-breakpoint
CREATE INDEX `carpools_stuck` ON `carpools` (`stuck_since_at`);--> statement-breakpoint
ALTER TABLE `participants` ADD `leaving` text;--> statement-breakpoint
ALTER TABLE `participants` ADD `renewal_failed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `participants` ADD `original_remaining` integer;--> statement-breakpoint
ALTER TABLE `participants` ADD `points_deducted` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `participants` ADD `deducted_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `points_ledger` ADD `kind` text DEFAULT 'allocated' NOT NULL;--> statement-breakpoint
ALTER TABLE `points_ledger` ADD `params` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `stripe_customer_id` text;