CREATE TABLE `failed_refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`intent_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`participant_id` text,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`amount` integer NOT NULL,
	`missing` integer NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`failed_at` integer NOT NULL,
	`checked_at` integer NOT NULL,
	`settled_at` integer
);
--> statement-breakpoint
CREATE INDEX `failed_refunds_owed` ON `failed_refunds` (`failed_at`) WHERE missing > 0 and settled_at is null;--> statement-breakpoint
CREATE INDEX `failed_refunds_subject` ON `failed_refunds` (`subject_id`);--> statement-breakpoint
CREATE INDEX `failed_refunds_user` ON `failed_refunds` (`user_id`);--> statement-breakpoint
ALTER TABLE `disputes` ADD `moves` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `failed_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `refund_owed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `before_loss` text;--> statement-breakpoint
ALTER TABLE `participants` ADD `deposit_captured` integer;--> statement-breakpoint
ALTER TABLE `participants` ADD `deposit_returned` integer;